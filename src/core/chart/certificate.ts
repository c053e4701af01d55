import {X509Certificate} from 'node:crypto';

/** The public data of a certificate. */
export type Certificate = {
  readonly subject: string;
  readonly issuer: string;
  /** The names that it is valid for, sorted. */
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
};

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Returns the certificates in a text: in PEM, or in base64 of PEM as in `caBundle`. */
export function certificatesIn(text: string): readonly Certificate[] {
  const plain = text.match(PEM) ?? (/^[A-Za-z0-9+/=\s]+$/.test(text) ? decoded(text).match(PEM) : null) ?? [];
  return plain.flatMap(read);
}

const decoded = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

function read(pem: string): readonly Certificate[] {
  try {
    const {subject, issuer, subjectAltName, validFromDate, validToDate} = new X509Certificate(pem);
    const names = (subjectAltName ?? '').split(', ').filter((name) => name !== '');
    return [
      {
        subject: oneLine(subject),
        issuer: oneLine(issuer),
        names: names.toSorted(),
        notBefore: validFromDate,
        notAfter: validToDate,
      },
    ];
  } catch {
    return [];
  }
}

const oneLine = (name: string): string => name.split('\n').join(', ');

/** Returns the time from which a certificate is renewed: two thirds of its life. */
export const renewalOf = ({notBefore, notAfter}: Certificate): Date =>
  new Date(notBefore.getTime() + ((notAfter.getTime() - notBefore.getTime()) * 2) / 3);
