import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import {openText, sealText} from '../../../core/secret/seal-text.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import type {OutputCache} from '../../../lib/output-cache.ts';

import type {AskedLookUp} from './asked-look-ups.ts';
import type {PlacedLeaf} from './placed-leaf.ts';

/** A cached render: it has references in place of generated values. */
export type KeptRender = {
  readonly objects: readonly {readonly template: string; readonly object: JsonObject}[];
  readonly leaves: readonly PlacedLeaf[];
  readonly asked: readonly AskedLookUp[];
  readonly warnings: readonly Diagnostic[];
};

/** A cache of renders. Its files are encrypted with a key from the backend, because objects may contain secrets of the values. */
export type RenderCache = {
  readonly read: (key: string) => Promise<KeptRender | undefined>;
  readonly write: (key: string, render: KeptRender) => Promise<void>;
};

const PURPOSE = 'render cache 1';

/** Opens a cache of renders. */
export function renderCache(cache: OutputCache, digestKey: Secret): RenderCache {
  const sealing = {key: digestKey, purpose: PURPOSE};
  return {
    read: async (key) => {
      const sealed = await cache.read(key);
      const text = sealed === undefined ? undefined : openText(sealing, sealed);
      return text === undefined ? undefined : (JSON.parse(text) as KeptRender);
    },
    write: (key, render) => cache.write(key, sealText(sealing, JSON.stringify(render))),
  };
}
