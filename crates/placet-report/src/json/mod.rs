//! Questions and answers for machines: one JSON object each.

mod answer;
mod question;

pub use answer::{Answer, Check, Failure};
pub(crate) use answer::{AnswerReason, reason, shown};
pub use question::{Question, QuestionError, QuestionId, moment};
