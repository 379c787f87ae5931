//! `placet decide`: many questions, in order, on all cores, in constant memory.
//!
//! One thread reads batches of whole lines, several decide, one writes. Batches are numbered, and
//! no more than a few for each thread are under way: the reader waits until the writer has
//! written earlier ones.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use placet::{Inquiry, Profile, RobotsPolicy, Usage};
use placet_report::json::{Answer, Failure, Question, QuestionError, QuestionId};

use crate::args::{Decide, Reading};
use crate::{Status, input, lines};

/// How many octets of questions make a batch; a batch is at least one line.
const BATCH: usize = 256 * 1024;

/// The longest line that is read: a robots.txt of the greatest ceiling, escaped, would be longer,
/// but whoever asks about such a file does not put it on one line of JSON.
const LINE: usize = 256 * 1024 * 1024;

/// How many batches for each thread may be read and not yet written.
const UNDER_WAY: usize = 4;

/// A numbered batch: of questions on the way in, of answers on the way out.
struct Batch {
    number: u64,
    text: Vec<u8>,
    /// On the way out: every question was answered.
    whole: bool,
}

pub(crate) fn run(args: &Decide) -> Result<Status> {
    let path = args.questions.as_deref().unwrap_or(Path::new("-"));
    let questions = BufReader::with_capacity(BATCH, input::open(path)?);
    let threads = args.threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, std::num::NonZeroUsize::get);

    let (to_workers, batches) = sync_channel::<Batch>(threads);
    let batches = Arc::new(Mutex::new(batches));
    let (to_writer, answers) = sync_channel::<Batch>(threads);
    let (to_reader, written) = sync_channel::<()>(threads * UNDER_WAY);
    for _ in 0..threads * UNDER_WAY {
        to_reader.send(())?;
    }
    thread::scope(|scope| {
        for _ in 0..threads {
            let (batches, to_writer) = (Arc::clone(&batches), to_writer.clone());
            scope.spawn(move || work(args, &batches, &to_writer));
        }
        drop((to_writer, batches));
        let reader = scope.spawn(move || read(questions, &written, &to_workers));
        let written = write(&answers, &to_reader);
        // A writer that gave up leaves nobody to take answers, so the others stop by themselves.
        drop((answers, to_reader));
        let whole = written?;
        let read = reader.join().unwrap_or_else(|_| bail!("the reader stopped"));
        read.with_context(|| format!("cannot read {}", input::name(path)))?;
        Ok(if whole { Status::Yes } else { Status::Unknown })
    })
}

/// Cuts the input into batches of whole lines.
fn read(
    mut input: impl BufRead,
    written: &Receiver<()>,
    to_workers: &SyncSender<Batch>,
) -> Result<()> {
    for number in 0.. {
        if written.recv().is_err() {
            break;
        }
        let text = lines::batch(&mut input, BATCH, LINE)?;
        let done = text.is_empty();
        if done || to_workers.send(Batch { number, text, whole: true }).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answers batches until there are no more.
fn work(args: &Decide, batches: &Mutex<Receiver<Batch>>, to_writer: &SyncSender<Batch>) {
    let mut clerk = Clerk {
        reading: &args.reading,
        verdict_only: args.verdict_only,
        now: args.now,
        last: None,
    };
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = batch else { return };
        let mut answers = Vec::with_capacity(batch.text.len());
        let mut whole = true;
        for line in batch.text.split(|&octet| octet == b'\n') {
            if !line.trim_ascii().is_empty() {
                whole &= clerk.answer(line, &mut answers);
            }
        }
        if to_writer.send(Batch { text: answers, whole, ..batch }).is_err() {
            return;
        }
    }
}

/// Writes answers in the order of their numbers; gives whether every question was answered.
fn write(answers: &Receiver<Batch>, to_reader: &SyncSender<()>) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut whole = true;
    for batch in answers {
        early.insert(batch.number, batch);
        while let Some(batch) = early.remove(&next) {
            out.write_all(&batch.text).context("cannot write")?;
            whole &= batch.whole;
            next += 1;
            // A reader that has read everything waits no more.
            let _ = to_reader.send(());
        }
    }
    out.flush().context("cannot write")?;
    Ok(whole)
}

/// Answers questions one after the other, and keeps what the next may need again.
struct Clerk<'a> {
    reading: &'a Reading,
    verdict_only: bool,
    /// The time for questions that carry none.
    now: Option<SystemTime>,
    last: Option<Kept>,
}

/// The robots.txt of the last question, and the crawler that asked.
struct Kept {
    robots_b64: Option<String>,
    robots: Option<String>,
    refs: BTreeMap<String, String>,
    profile: Profile,
    policy: RobotsPolicy,
    inquiry: Option<Inquiry>,
}

impl Clerk<'_> {
    /// Writes the answer to one line; gives whether it was a valid question.
    fn answer(&mut self, line: &[u8], out: &mut Vec<u8>) -> bool {
        let answered = self.decide(line, out);
        if let Err(error) = &answered {
            let known = serde_json::from_slice::<QuestionId<'_>>(line).ok();
            let failure = Failure { id: known.and_then(|it| it.id), error: error.to_string() };
            // A vector takes all that is written to it.
            let _ = serde_json::to_writer(&mut *out, &failure);
        }
        out.push(b'\n');
        answered.is_ok()
    }

    fn decide(&mut self, line: &[u8], out: &mut Vec<u8>) -> Result<()> {
        if line == lines::TOO_LONG {
            bail!("the line is longer than {LINE} octets");
        }
        let question = Question::read(std::str::from_utf8(line)?)?;
        let profile = question.profile(self.reading.profile)?;
        let page = question.page()?;
        let usage = question.usage()?;
        let mut occasion = question.occasion()?;
        occasion.now = occasion.now.or(self.now);
        let verdict_only = self.verdict_only;
        let site = self.inquiry(&question, profile)?;
        let before_page = page.map(|page| {
            let page = site.page(&page);
            question.element().map_or_else(|| page.clone(), |id| page.element(id))
        });
        let inquiry = before_page.as_ref().unwrap_or(site);
        let target = inquiry.target(question.url())?;
        let answer = if verdict_only && usage == Usage::Crawl && before_page.is_none() {
            Answer::brief(question.id, inquiry.verdict(&target), &[], profile)
                .about(inquiry.policy().garbled())
        } else {
            let decision = inquiry.decide_on(usage, &target, &occasion);
            if verdict_only {
                Answer::verdict_only(question.id, &decision)
            } else {
                Answer::new(question.id, &decision)
            }
        };
        serde_json::to_writer(out, &answer)?;
        Ok(())
    }

    fn inquiry(
        &mut self,
        question: &Question<'_>,
        profile: Profile,
    ) -> Result<&Inquiry, QuestionError> {
        let written = question.robots_written();
        let same = |kept: &Kept| {
            (kept.robots_b64.as_deref(), kept.robots.as_deref()) == written
                && kept.profile == profile
                && kept.refs.len() == question.refs().len()
                && question
                    .refs()
                    .iter()
                    .all(|(path, text)| kept.refs.get(&**path).is_some_and(|it| it == text))
        };
        let kept = match self.last.take().filter(same) {
            Some(kept) => kept,
            None => Kept {
                robots_b64: written.0.map(str::to_owned),
                robots: written.1.map(str::to_owned),
                profile,
                refs: question
                    .refs()
                    .iter()
                    .map(|(path, text)| (path.to_string(), text.to_string()))
                    .collect(),
                policy: self
                    .reading
                    .parse(&question.robots()?, profile)
                    .join(|path| question.refs().get(path).map(|text| text.as_bytes())),
                inquiry: None,
            },
        };
        let kept = self.last.insert(kept);
        let crawler = question.crawler()?;
        let same = |inquiry: &Inquiry| {
            *inquiry.crawler() == crawler
                && inquiry.agent().user_agent() == crawler.agent().user_agent()
        };
        let inquiry = kept.inquiry.take().filter(same);
        Ok(kept.inquiry.insert(inquiry.unwrap_or_else(|| kept.policy.ask(crawler))))
    }
}
