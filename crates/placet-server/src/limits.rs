//! Every limit of the server, with its reason. The settings can change those that are marked.

use std::time::Duration;

/// The largest file that is kept for questions, in bytes. Crawlers read 500 KiB of a robots.txt; the
/// rest is for files that are longer by mistake, which the linter reports.
pub const FILE: usize = 5 * 1024 * 1024;

/// The largest body of any other request, in bytes (setting `max-body`): a file in base64 with the
/// question about it.
pub const BODY: usize = 8 * 1024 * 1024;

/// How many bytes the bodies of all requests in progress take at most.
pub const BODY_MEMORY: usize = 256 * 1024 * 1024;

/// How many bytes the files that were sent take at most, parsed forms included (setting
/// `file-memory`).
pub const FILE_MEMORY: usize = 64 * 1024 * 1024;

/// How many questions an array may have (setting `max-batch`): about ten milliseconds of work. Longer
/// lists are streamed.
pub const BATCH: usize = 10_000;

/// How many different sites the questions of one array, or of one part of a stream, may make the
/// server ask. Each can take until the time limit, and they share the permits of the client.
pub const BATCH_SITES: usize = 256;

/// The longest line of a stream of questions, in bytes.
pub const LINE: usize = 1024 * 1024;

/// A stream is answered in parts of about this many bytes.
pub const PART: usize = 256 * 1024;

/// After how many questions a batch lets other tasks of its thread run: less than a millisecond.
pub const TURN: usize = 256;

/// How many crawlers a matrix may have: more than fit on a screen.
pub const MATRIX_AGENTS: usize = 16;

/// How many crawlers and usages a comparison may name.
pub const DIFF_AGENTS: usize = 64;

/// How many requests are answered at the same time (setting `max-in-flight`). More are refused at
/// once: a queue would only add waiting time.
pub const IN_FLIGHT: usize = 1_024;

/// How many linting, comparing and listing requests run at the same time per core; others wait until
/// their time limit. Each uses one core for up to a few hundred milliseconds.
pub const HEAVY_PER_CORE: usize = 2;

/// How many connections may be open (setting `max-connections`). An idle one costs a few KiB.
pub const CONNECTIONS: usize = 20_000;

/// How long a request may take (setting `timeout`): the time limit for one site, and a little more.
pub const TIMEOUT: Duration = Duration::from_secs(65);

/// How long a client may take to send the header of a request, or its body from the header on, and how
/// long a connection may be idle between requests (setting `client-timeout`). Of a stream, it is the
/// time between two parts.
pub const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);

/// The largest header of a request, in bytes: URLs of 8 KiB, escaped, with room for fields.
pub const HEAD: usize = 64 * 1024;

/// How many requests a client may make per second on average, and at once (settings `rate` and
/// `burst`); a client is an IP address, or an IPv6 network of 64 bits.
pub const RATE: u32 = 0;
/// See [`RATE`].
pub const BURST: u32 = 100;

/// How many clients are remembered for the rate. If there are more, those that have used nothing
/// for longest are forgotten, which only makes the limit more generous.
pub const CLIENTS: usize = 65_536;

/// How long a client should wait before it repeats a request that was refused because of load.
pub const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How long requests in progress may take to finish when the server shuts down (setting `grace`).
pub const GRACE: Duration = Duration::from_secs(30);

/// The longest wait that a permit may ask for, if the question does not limit it.
pub const PERMIT_WAIT: Duration = Duration::from_hours(24);

/// How often entries that are about to expire are looked for (setting `refresh`), how soon they expire, and how many are
/// fetched again in one round.
pub const REFRESH_EVERY: Duration = Duration::from_secs(30);
/// See [`REFRESH_EVERY`].
pub const REFRESH_AHEAD: Duration = Duration::from_mins(5);
/// How long an entry must be valid in all to be fetched again early: shorter-lived ones would cost their
/// sites many more requests.
pub const REFRESH_LIFETIME: Duration = Duration::from_mins(20);
/// See [`REFRESH_EVERY`].
pub const REFRESH_MOST: usize = 512;

/// How lately a site must have been asked about for its file to be fetched again early, and in how many
/// slots this is remembered: 256 KiB.
pub const REFRESH_ASKED: Duration = Duration::from_hours(1);
/// See [`REFRESH_ASKED`].
pub const ASKED_SLOTS: usize = 65_536;

/// How many entries are kept in the form in which they are shown: about 4 MiB.
pub const SHOWN_SLOTS: usize = 4_096;

/// How many entries of the store are read into memory when the server starts.
pub const WARM: usize = 10_000;
