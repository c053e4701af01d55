import {join} from 'node:path';
import {appKind, type ModuleFetchers} from '../config/sources/app/app-kind.ts';
import {gitKind} from '../config/sources/git/git-kind.ts';
import {helmKind} from '../config/sources/helm/helm-kind.ts';
import {kustomizeKind} from '../config/sources/kustomize/kustomize-kind.ts';
import {manifestsKind} from '../config/sources/manifests/manifests-kind.ts';
import {ociKind} from '../config/sources/oci/oci-kind.ts';
import type {SourceKind} from '../config/sources/source.ts';
import {specKind} from '../config/sources/spec/spec-kind.ts';
import {terraformKind} from '../config/sources/terraform/terraform-kind.ts';

/** The functions that fetch published modules. */
export const MODULE_FETCHERS: ModuleFetchers = {
  packages: async (deps) => (await import('../adapters/npm/npm-packages.ts')).npmPackages(deps),
  trees: async (deps) => (await import('../adapters/git/trees/git-trees.ts')).gitTrees(deps),
};

/** The kinds of sources, in the order of messages. This is the only list of them. */
const KINDS = [
  manifestsKind,
  appKind(MODULE_FETCHERS),
  kustomizeKind(async (deps) => (await import('../adapters/kustomize/kustomize.ts')).kustomizeBy(deps)),
  helmKind({
    charts: async (deps) =>
      (await import('../adapters/helm/charts.ts')).chartsBy({
        ...deps,
        registry: async () => (await import('../adapters/oci/oci-registry.ts')).ociRegistryBy(deps),
      }),
    files: async () => (await import('../adapters/helm/chart-files.ts')).readChartFiles,
    helm: async (deps) => {
      const {temporaryDirectory} = await import('../adapters/local/programs/private-directory.ts');
      const directory = () => temporaryDirectory(join(deps.home, 'run'));
      return (await import('../adapters/helm/helm.ts')).helmBy({...deps, directory});
    },
    program: async ({env}) => {
      const {findProgram} = await import('../lib/find-program.ts');
      return (await findProgram(env['PATH'], 'helm'))?.identity;
    },
  }),
  gitKind(async (deps) => (await import('../adapters/git/trees/git-trees.ts')).gitTrees(deps)),
  ociKind(async (deps) =>
    (await import('../adapters/oci/artifacts.ts')).artifactsBy({
      ...deps,
      registry: async () => (await import('../adapters/oci/oci-registry.ts')).ociRegistryBy(deps),
    }),
  ),
  specKind,
  terraformKind,
] as const;

/** The names of all kinds of sources. */
export type SourceName = (typeof KINDS)[number]['name'];

/** The kinds of sources, one entry each. */
export const SOURCES: readonly SourceKind<SourceName>[] = KINDS;

/** The kind of a stack that names no source and has no files of another kind. */
export const DEFAULT_SOURCE: SourceKind<SourceName> = manifestsKind;
