import type {SourceKind} from '../source.ts';

/** The source kind of a spec in Kusion's form. */
export const specKind: SourceKind<'spec'> = {
  name: 'spec',
  description: "The path of a spec file in Kusion's form.",
  placeholder: 'FILE',
  example: 'spec.yaml',
  options: {},
  because: {references: 'references in a spec file are always expanded'},
  open: async () => (await import('./spec-source.ts')).specSource,
};
