import {readFileSync} from 'node:fs';
import {getCACertificates} from 'node:tls';

/**
 * Returns the certificates to trust: those of Node and those of a file. Without a file undefined, which means those of the
 * system.
 * @throws the error of the file system
 */
export const authoritiesIn = (file: string | undefined): string[] | undefined =>
  file ? [...getCACertificates('default'), readFileSync(file, 'utf8')] : undefined;
