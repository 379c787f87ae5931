//! Questions and answers as JSON objects.

mod answer;
mod decide;
mod fields;
mod object;
mod question;

pub(crate) use answer::AnswerReason;
#[cfg(feature = "schema")]
pub(crate) use answer::ReasonFields;
pub use answer::{Answer, Check, Failure, timestamp};
pub use fields::{Pair, QuestionError};
pub use question::{
    Defaults, Question, RobotsTxt, declare, decode_base64, honour, id, moment, origin,
};
