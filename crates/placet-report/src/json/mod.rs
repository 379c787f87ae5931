//! Questions and answers as JSON objects.

mod answer;
mod fields;
mod object;
mod question;

pub use answer::{Answer, Check, Failure};
pub(crate) use answer::{AnswerReason, timestamp};
pub use fields::{Pair, QuestionError};
pub use question::{
    Defaults, Question, RobotsTxt, declare, decode_base64, honour, id, moment, origin,
};
