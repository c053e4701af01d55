import type {JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';

/** The volumes of a pod. Their names are unique. */
export type VolumeSet = {
  /** Adds a volume and returns its name. The same source under the same name is added once, and another one gets a number. */
  readonly add: (wanted: string, source: JsonObject) => string;
  readonly volumes: () => readonly JsonObject[];
};

const LONGEST = 63;

/** Returns a set without volumes. */
export function volumeSet(): VolumeSet {
  const sources = new Map<string, JsonObject>();
  return {
    add: (wanted, source) => {
      const plain = labelOf(wanted);
      let name = plain;
      for (let count = 2; sources.has(name) && !deepEqual(sources.get(name), source); count++)
        name = `${plain.slice(0, LONGEST - 4)}-${count}`;
      sources.set(name, source);
      return name;
    },
    volumes: () => [...sources].map(([name, source]) => ({name, ...source})),
  };
}

/** Returns a text as a DNS label, as names of volumes are. */
const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(-LONGEST)
    .replaceAll(/^-+|(?<!-)-+$/g, '') || 'volume';
