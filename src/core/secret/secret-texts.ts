import type {JsonObject} from '../json.ts';
import {jsonAt} from '../json-at.ts';
import {secretLeaves} from './secret-leaves.ts';

/** Returns the secret texts of an object: as they are written, and decoded from base64. */
export const secretTexts = (object: JsonObject): readonly string[] =>
  secretLeaves(object).flatMap((path) => {
    const text = jsonAt(object, path);
    return typeof text === 'string' ? [text, Buffer.from(text, 'base64').toString('utf8')] : [];
  });
