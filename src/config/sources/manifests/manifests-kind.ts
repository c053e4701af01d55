import type {SourceKind} from '../source.ts';

/** Plain Kubernetes manifests: what kubectl would apply. */
export const manifestsKind: SourceKind<'manifests'> = {
  name: 'manifests',
  description: 'A glob of plain Kubernetes manifests, from the stack directory.',
  placeholder: 'GLOB',
  example: 'manifests/*.yaml',
  options: {references: 'Expand ${ref:…} and $kusion_path in these manifests.'},
  open: async ({signal}) => (await import('./manifests-source.ts')).manifestsSource(signal),
};
