import type {SourceKind} from '../source.ts';

/** A spec in the shape of Kusion. */
export const specKind: SourceKind<'spec'> = {
  name: 'spec',
  description: 'A spec file in the shape of Kusion.',
  placeholder: 'FILE',
  example: 'spec.yaml',
  options: {},
  because: {references: 'in a spec file they are always expanded'},
  open: async () => (await import('./spec-source.ts')).specSource,
};
