import type {SourceKind} from '../source.ts';

/** The source kind of plain Kubernetes manifests, as kubectl would apply them. */
export const manifestsKind: SourceKind<'manifests'> = {
  name: 'manifests',
  description: 'A glob of plain Kubernetes manifests, relative to the stack directory.',
  placeholder: 'GLOB',
  example: 'manifests/*.yaml',
  options: {references: 'Expand ${ref:…} and $kusion_path in these manifests.'},
  open: async ({signal}) => (await import('./manifests-source.ts')).manifestsSource(signal),
};
