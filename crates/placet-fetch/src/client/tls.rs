//! Whom to trust on the way.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls_platform_verifier::Verifier;

use super::BuildError;

/// TLS 1.2 and 1.3, HTTP/2 before 1.1, and the authorities that the system trusts beside those
/// given in DER.
///
/// The provider of ciphers is named here, so that none has to be chosen for the whole process.
pub(super) fn config(trusted: Vec<Vec<u8>>) -> Result<ClientConfig, BuildError> {
    let provider = Arc::new(ring::default_provider());
    let trusted = trusted.into_iter().map(CertificateDer::from);
    let verifier = Verifier::new_with_extra_roots(trusted, Arc::clone(&provider)).map_err(trust)?;
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(trust)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands on")]
fn trust(error: rustls::Error) -> BuildError {
    BuildError::Trust(error.to_string())
}
