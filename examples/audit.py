"""Questions to the tables of `placet audit`, with duckdb (pip install duckdb).

    placet audit robots.tar.zst --output audit
    python audit.py audit

Each question is one query; run them in a notebook, or change them here.
"""

import sys

import duckdb

folder = sys.argv[1] if len(sys.argv) > 1 else "audit"
db = duckdb.connect()
for table in ["sites", "access", "signals", "records", "findings"]:
    db.execute(f"create view {table} as select * from read_parquet('{folder}/{table}/*.parquet')")


def ask(question: str, query: str) -> None:
    print(f"\n{question}")
    print(db.sql(query))


ask("What did the sites answer?", """
    select outcome, count(*) as sites from sites group by outcome order by sites desc
""")

ask("How many close themselves to GPTBot, by name or by *, wholly or in part?", """
    select addressed, extent, count(*) as sites,
           round(100.0 * count(*) / sum(count(*)) over (), 1) as percent
    from access where agent = 'GPTBot'
    group by addressed, extent order by addressed, extent
""")

ask("How many say no to training by any signal?", """
    select coalesce(family, 'any') as family, count(distinct source) as sites,
           count(distinct source) filter (list_contains(used, family)) as by_name
    from signals join (select source, signals as used from sites) using (source)
    where usage = 'train-ai' and outcome = 'disallow' and path = '/'
    group by rollup (family) order by sites desc, family
""")

ask("To how many does a group that names a crawler close everything?", """
    select agent, count(*) filter (extent = 'everything') as everything,
           count(*) filter (extent = 'part') as part, count(*) as named
    from access where addressed = 'named'
    group by agent order by everything desc, agent limit 10
""")

ask("Which unknown keys are in use?", """
    select lower(key) as key, count(*) as records, count(distinct source) as sites
    from records where kind = 'unknown' and source in (select source from sites where not html)
    group by lower(key) order by sites desc, key limit 10
""")

ask("Which mistakes are the most frequent?", """
    select rule, name, severity, count(*) as sites
    from findings group by rule, name, severity order by sites desc, rule limit 10
""")
