import type {Artifacts} from '../../../ports/artifacts.ts';
import type {SourceDeps, SourceKind} from '../source.ts';
import {OciModel} from './oci-model.ts';

/** Returns the source kind of OCI artifacts. @param artifacts returns the function that fetches them */
export const ociKind = (artifacts: (deps: SourceDeps) => Promise<Artifacts>): SourceKind<'oci'> => ({
  name: 'oci',
  description: 'Manifests, or a directory to build, in an artifact of an OCI registry.',
  schema: OciModel,
  placeholder: '{url: URL}',
  example: '{url: oci://registry.example.com/shop/deploy, tag: v1.4.0}',
  options: {
    references: 'Expand ${ref:…} and $kusion_path in these manifests.',
    remote: 'The build may fetch bases and files.',
  },
  hasExtensions: false,
  open: async (deps) => (await import('./oci-source.ts')).ociSource(() => artifacts(deps), deps),
});
