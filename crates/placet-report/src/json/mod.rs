//! Questions and answers for machines: one JSON object each.

mod answer;
mod fields;
mod question;

pub use answer::{Answer, Check, Failure};
pub(crate) use answer::{AnswerReason, reason, shown};
pub use fields::{Pair, QuestionError};
pub use question::{Defaults, Question, RobotsTxt, declare, decoded, honour, id, moment, origin};
