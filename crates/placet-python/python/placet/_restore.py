"""Values of pickles that the extension module does not restore itself."""

from . import _native


def crawler(agent, purposes, can, cannot, elements):
    return _native.Crawler(
        agent, purposes=list(purposes), can_honour=can, cannot_honour=cannot, elements=elements
    )


def agent_policy(policy, site, crawler):
    return (policy if site is None else site).for_agent(crawler)


def page(lines, joined, html, rendered, head_only):
    from ._headers import Lines

    headers = Lines(lines, joined)
    return _native.PagePolicy(headers=headers, html=html, rendered=rendered, head_only=head_only)


def diff(old, new, agents, usages):
    return _native.diff(old, new, agents=agents, usages=usages)
