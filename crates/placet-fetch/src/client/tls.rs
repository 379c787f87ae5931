//! TLS and the trusted certificate authorities.

use std::sync::{Arc, OnceLock};

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::Verifier;
use tokio_rustls::TlsConnector;

use super::BuildError;
use super::local::LocalFailure;

/// TLS 1.2 and 1.3, HTTP/2 preferred over 1.1, and the system's certificate authorities in addition
/// to those given in DER.
///
/// It is set up at the first https URL, so that a machine without certificate authorities can still
/// use http.
#[derive(Default)]
pub(super) struct Tls {
    trusted: Vec<CertificateDer<'static>>,
    made: OnceLock<TlsConnector>,
}

impl Tls {
    pub(super) fn new(trusted: Vec<Vec<u8>>) -> Result<Self, BuildError> {
        let trusted: Vec<_> = trusted.into_iter().map(CertificateDer::from).collect();
        let mut store = RootCertStore::empty();
        for certificate in &trusted {
            let added = store.add(certificate.clone());
            added.map_err(|error| BuildError::Trust(error.to_string()))?;
        }
        Ok(Self { trusted, made: OnceLock::new() })
    }

    /// The TLS connector.
    pub(super) fn connector(&self) -> Result<TlsConnector, LocalFailure> {
        if let Some(made) = self.made.get() {
            return Ok(made.clone());
        }
        let config = self.config().map_err(|_| LocalFailure::Certificates)?;
        Ok(self.made.get_or_init(|| TlsConnector::from(Arc::new(config))).clone())
    }

    /// The crypto provider is named here, so that no process-wide default is needed.
    fn config(&self) -> Result<ClientConfig, rustls::Error> {
        let provider = Arc::new(ring::default_provider());
        let trusted = self.trusted.iter().cloned();
        let verifier = Verifier::new_with_extra_roots(trusted, Arc::clone(&provider))?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }
}
