import {GantryError} from '../failure/failure.ts';

/** Returns a function for the error of a certificate file that cannot be read. */
export const unreadableCertificates =
  (file: string) =>
  (reason: string, cause: unknown): GantryError =>
    new GantryError(
      {code: 'input/usage', message: `${file}: the certificate file cannot be read (${reason})`},
      {cause},
    );
