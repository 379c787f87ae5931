//! Counters for Prometheus.

use std::time::Duration;

use axum::http::StatusCode;
use placet_fetch::Standing;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The upper bounds of the buckets for durations, in seconds.
const BUCKETS: [f64; 14] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0,
];

/// The path of most requests.
const CHECK: &str = "/v1/check";

/// What is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<PathLabels, Histogram, fn() -> Histogram>,
    in_flight: Gauge,
    connections: Gauge,
    shed: Family<ShedLabels, Counter>,
    decisions: Family<VerdictLabels, Counter>,
    lookups: Family<LookupLabels, Counter>,
    refreshed: Counter,
    files: Gauge,
    file_bytes: Gauge,
    entries: Gauge,
    memory: Gauge,
    ready: Gauge<i64>,
    usual: Usual,
}

/// The counters of most requests: to find one by its labels takes longer than to count.
#[derive(Debug)]
struct Usual {
    checks: Counter,
    check_seconds: Histogram,
    permits: Counter,
    prohibits: Counter,
    stored: Counter,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    path: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PathLabels {
    path: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ShedLabels {
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VerdictLabels {
    verdict: Verdict,
}

/// The verdict of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum Verdict {
    #[expect(non_camel_case_types, reason = "the value of the label")]
    permit,
    #[expect(non_camel_case_types, reason = "the value of the label")]
    prohibit,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LookupLabels {
    from: &'static str,
    standing: &'static str,
}

impl LookupLabels {
    fn new(is_from_store: bool, standing: Standing) -> Self {
        let from = if is_from_store { "store" } else { "request" };
        Self { from, standing: standing.name() }
    }
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("placet");
        let histogram: fn() -> Histogram = || Histogram::new(BUCKETS);
        let (requests, seconds) = (Family::default(), Family::new_with_constructor(histogram));
        let (decisions, lookups) = (Family::default(), Family::default());
        let metrics = Self {
            usual: Usual {
                checks: requests.get_or_create_owned(&RequestLabels { path: CHECK, status: 200 }),
                check_seconds: seconds.get_or_create_owned(&PathLabels { path: CHECK }),
                permits: decisions.get_or_create_owned(&VerdictLabels { verdict: Verdict::permit }),
                prohibits: decisions
                    .get_or_create_owned(&VerdictLabels { verdict: Verdict::prohibit }),
                stored: lookups.get_or_create_owned(&LookupLabels::new(true, Standing::Fetched)),
            },
            requests,
            seconds,
            in_flight: Gauge::default(),
            connections: Gauge::default(),
            shed: Family::default(),
            decisions,
            lookups,
            refreshed: Counter::default(),
            files: Gauge::default(),
            file_bytes: Gauge::default(),
            entries: Gauge::default(),
            memory: Gauge::default(),
            ready: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register("requests", "Requests by path and status", metrics.requests.clone());
        let seconds = metrics.seconds.clone();
        registry.register_with_unit("request", "Time to answer", Unit::Seconds, seconds);
        registry.register("in_flight", "Requests in progress", metrics.in_flight.clone());
        registry.register("connections", "Open connections", metrics.connections.clone());
        registry.register("refused", "Requests refused, by reason", metrics.shed.clone());
        registry.register("decisions", "Decisions by verdict", metrics.decisions.clone());
        registry.register(
            "lookups",
            "Sites asked about: from the store or by a request, and the standing of robots.txt",
            metrics.lookups.clone(),
        );
        registry.register("refreshed", "Entries fetched again early", metrics.refreshed.clone());
        registry.register("files", "Files that clients have sent", metrics.files.clone());
        let bytes = metrics.file_bytes.clone();
        registry.register_with_unit("file", "Memory for these files", Unit::Bytes, bytes);
        registry.register("entries", "Entries in memory", metrics.entries.clone());
        let memory = metrics.memory.clone();
        registry.register_with_unit("memory", "Memory for these entries", Unit::Bytes, memory);
        registry.register("ready", "1 while /readyz answers 200", metrics.ready.clone());
        Self { registry, ..metrics }
    }

    /// Counts a request that was answered.
    pub(crate) fn request(&self, path: &'static str, status: StatusCode, took: Duration) {
        if path == CHECK && status == StatusCode::OK {
            self.usual.checks.inc();
            self.usual.check_seconds.observe(took.as_secs_f64());
            return;
        }
        let status = status.as_u16();
        self.requests.get_or_create(&RequestLabels { path, status }).inc();
        self.seconds.get_or_create(&PathLabels { path }).observe(took.as_secs_f64());
    }

    pub(crate) fn begin(&self) {
        self.in_flight.inc();
    }

    pub(crate) fn end(&self) {
        self.in_flight.dec();
    }

    pub(crate) fn connected(&self) {
        self.connections.inc();
    }

    pub(crate) fn disconnected(&self) {
        self.connections.dec();
    }

    /// Counts a request that was refused.
    pub(crate) fn refused(&self, reason: &'static str) {
        self.shed.get_or_create(&ShedLabels { reason }).inc();
    }

    /// Counts decisions.
    pub(crate) fn decided(&self, verdict: placet::Verdict, count: u64) {
        let Usual { permits, prohibits, .. } = &self.usual;
        let counter = if verdict.is_permit() { permits } else { prohibits };
        counter.inc_by(count);
    }

    /// Counts where the robots.txt of a site came from.
    pub(crate) fn lookup(&self, is_from_store: bool, standing: Standing) {
        if is_from_store && standing == Standing::Fetched {
            self.usual.stored.inc();
            return;
        }
        self.lookups.get_or_create(&LookupLabels::new(is_from_store, standing)).inc();
    }

    pub(crate) fn refreshed(&self) {
        self.refreshed.inc();
    }

    /// The text for Prometheus.
    pub(crate) fn text(
        &self,
        (file_bytes, files): (usize, usize),
        (memory, entries): (usize, usize),
        is_ready: bool,
    ) -> String {
        let number = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
        self.files.set(number(files));
        self.file_bytes.set(number(file_bytes));
        self.entries.set(number(entries));
        self.memory.set(number(memory));
        self.ready.set(i64::from(is_ready));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dashboard_uses_metrics_that_exist() {
        let metrics = Metrics::new();
        metrics.request("/", StatusCode::OK, Duration::from_millis(1));
        metrics.refused("x");
        metrics.refreshed();
        metrics.decided(placet::Verdict::Permit, 1);
        metrics.lookup(true, Standing::Fetched);
        let text = metrics.text((1, 1), (1, 1), true);
        let dashboard = include_str!("../../../deploy/grafana.json");
        let names = dashboard.split("placet_").skip(1);
        let names = names.map(|rest| rest.split(['{', ',', ')', '"', '[', ' ', '\\']).next());
        for name in names.flatten() {
            assert!(text.contains(&format!("\nplacet_{name}")), "placet_{name}\n{text}");
        }
    }
}
