import {defined} from '../../../lib/defined.ts';
import type {Built} from '../source.ts';

/** Marks the objects of a chart with its Helm release, and those of `crds/` as the first ones. The origins must still be names of templates. */
export const markParts = <Part extends Built>(built: Part, source: string): Part => ({
  ...built,
  candidates: built.candidates.map((candidate) => ({
    ...candidate,
    part: {source, ...defined({isFirst: CRD_FILE.test(candidate.origin.file) ? (true as const) : undefined})},
  })),
});

/** Matches a file in `crds/` of a chart or of a subchart: `web/crds/a.yaml`, and not `web/templates/crds/a.yaml`. */
const CRD_FILE = /^[^/]+\/(?:charts\/[^/]+\/)*crds\//;
