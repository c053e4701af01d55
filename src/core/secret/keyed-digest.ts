import {createHmac} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Json} from '../json.ts';

/** Returns the HMAC-SHA-256 of a value in hex. Only a person with the key can test guesses of a secret in the value. */
export const keyedDigest = (key: string, value: Json): string =>
  createHmac('sha256', key).update(canonicalJson(value)).digest('hex');
