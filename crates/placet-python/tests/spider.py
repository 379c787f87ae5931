"""Crawls with Scrapy: ``spider.py URLS SETTINGS``, both JSON. Prints what it saw and the stats."""

import json
import sys

import placet.scrapy
import scrapy
from scrapy.crawler import CrawlerProcess

seen, flags, decisions = [], [], []


class Spider(scrapy.Spider):
    name = "it"
    start_urls = json.loads(sys.argv[1])

    async def start(self):
        for url in self.start_urls:
            yield scrapy.Request(url, callback=self.parse, errback=self.failed, dont_filter=True)

    def failed(self, failure):
        pass

    def parse(self, response):
        seen.append(response.url)
        flags.extend(response.flags)
        decisions.append(str(placet.scrapy.decision(response, "index").verdict))
        for href in response.css("a::attr(href)").getall():
            yield response.follow(href, callback=self.parse, errback=self.failed)


if __name__ == "__main__":
    process = CrawlerProcess(
        {
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "RETRY_ENABLED": False,
            "ROBOTSTXT_OBEY": True,
            "ROBOTSTXT_USER_AGENT": "ExampleBot",
            "ADDONS": {"placet.scrapy.PlacetAddon": 300},
            **json.loads(sys.argv[2]),
        }
    )
    crawler = process.create_crawler(Spider)
    process.crawl(crawler)
    process.start()
    stats = crawler.stats.get_stats().items()
    stats = {key: value for key, value in stats if isinstance(value, (int, float))}
    print(json.dumps({"seen": seen, "flags": flags, "decisions": decisions, "stats": stats}))
