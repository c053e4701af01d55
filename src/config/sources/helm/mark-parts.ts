import {isCrdFile} from '../../../core/chart/crd-file.ts';
import {defined} from '../../../lib/defined.ts';
import type {Built} from '../source.ts';

/** Marks the objects of a chart with its Helm release, and those of `crds/` as the first ones. The origins must still be names of templates. */
export const markParts = <Part extends Built>(built: Part, source: string): Part => ({
  ...built,
  candidates: built.candidates.map((candidate) => ({
    ...candidate,
    part: {source, ...defined({isFirst: isCrdTemplate(candidate.origin.file) ? (true as const) : undefined})},
  })),
});

/** Reports whether a template is a CRD file. Its name begins with that of the chart. */
const isCrdTemplate = (template: string): boolean => isCrdFile(template.slice(template.indexOf('/') + 1));
