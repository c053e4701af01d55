import type {Certificate} from './certificate.ts';

/** The parts of a certificate that a chart chooses. */
export type CertificateNames = Pick<Certificate, 'subject' | 'issuer' | 'names'>;

/** Returns how a certificate differs from the one that a new render would have. Undefined if names and issuer are the same. */
export function certificateDifference(kept: CertificateNames, rendered: CertificateNames): string | undefined {
  const [now, then] = [kept, rendered].map(({names}) => names.join(', ') || 'no name');
  if (now !== then) return `it is valid for ${now}, and a new one would be valid for ${then}`;
  if (kept.subject !== rendered.subject)
    return `its subject is ${kept.subject}, and that of a new one would be ${rendered.subject}`;
  if (kept.issuer !== rendered.issuer)
    return `its issuer is ${kept.issuer}, and that of a new one would be ${rendered.issuer}`;
  return undefined;
}
