import {createHash} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {DeclaredBackend} from '../../registry/backends.ts';

/** Returns a digest that identifies a backend: by its directory if it has one, else as it was written. */
export const digestOfBackend = (declared: DeclaredBackend, directory?: string): string =>
  createHash('sha256')
    .update(directory ?? canonicalJson(declared))
    .digest('hex');
