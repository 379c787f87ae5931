"""Mistakes that type checkers must report. Each marked line is an error for pyright (P) or mypy (M)."""

import placet

bot = placet.parse(b"").for_agent("ExampleBot")
decision = bot.may("crawl", "/a")

bot.may("crwal", "/a")  # P M: misspelt usage
bot.may("/a", "crawl")  # P M: swapped
bot.allows("/a", "crawl")  # P M: allows is about crawling only
placet.Decision()  # P M: only placet creates decisions
decision.permitted = True  # P M: immutable
placet.Client()  # P M: a crawler has a name
placet.Client("x", "y")  # P M: settings by keyword
placet.PagePolicy("<p>")  # P M: headers or html?
placet.Crawler("x", can_honour=["licence"])  # P M: unknown condition
if decision:  # P: no truth value
    pass
if not decision.verdict:  # P: no truth value
    pass
