import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Artifacts} from '../../../ports/artifacts.ts';
import {buildFetched} from '../fetched/build-fetched.ts';
import {fetchedProblem} from '../fetched/fetched-problem.ts';
import {whyNotFetched} from '../fetched/why-not-fetched.ts';
import type {Source, SourceDeps, SourceEntry} from '../source.ts';
import type {OciSettings} from './oci-model.ts';

/** Returns the source of objects in OCI artifacts. Nothing of the checkout decides its result but stack.yaml. */
export const ociSource = (artifacts: () => Promise<Artifacts>, deps: SourceDeps): Source => ({
  inputs: () => ({directories: [], files: []}),
  build: async (entry) => {
    const {url, tag, version, digest, path = '.'} = (entry.written ?? {}) as OciSettings;
    const refused = whyNotFetched(path);
    if (refused !== undefined) return fetchedProblem('oci', refused, entry);
    const fetch = await artifacts();
    const address = tag === undefined ? url : `${url}:${tag}`;
    const artifact = await fetch({address, version, digest, login: entry.workspace?.login});
    if ('problem' in artifact) return fetchedProblem('oci', artifact, entry);
    const name = `${shownUrl(url)}@${artifact.digest.slice(0, 19)}`;
    const built = await buildFetched({kind: 'oci', name, path, leftOut: [], entry, deps, ...artifact});
    const isPinned = digest !== undefined || url.includes('@');
    return isPinned ? built : {...built, diagnostics: [...built.diagnostics, unpinned(artifact.digest, entry)]};
  },
});

/** Returns an address without its protocol, tag and digest: `registry.example.com/shop`. */
const shownUrl = (url: string): string => url.replace(/^oci:\/\//, '').replace(/(?::[^/@]*)?(?:@.*)?$/, '');

const unpinned = (digest: string, {at}: SourceEntry): Diagnostic => ({
  severity: 'note',
  code: 'source/oci-not-pinned',
  message: `the artifact of this source can change between two runs; its digest is now ${digest}`,
  ...at(['url']),
  hint: `Add \`digest: ${digest}\` beside \`url\`. Then nothing is fetched again, and a moved tag changes nothing.`,
});
