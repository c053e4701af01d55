import {isError} from '../../../core/diagnostic/diagnostic.ts';
import type {Artifacts, FetchedArtifact} from '../../../ports/artifacts.ts';
import {buildFetched} from '../fetched/build-fetched.ts';
import {checkPin} from '../fetched/check-pin.ts';
import {fetchedProblem} from '../fetched/fetched-problem.ts';
import {lockedPin} from '../fetched/locked-pin.ts';
import {unpinned} from '../fetched/unpinned.ts';
import {whyNotFetched} from '../fetched/why-not-fetched.ts';
import {NO_LOCK} from '../lock-use.ts';
import type {Built, Source, SourceDeps, SourceEntry} from '../source.ts';
import type {OciSettings} from './oci-model.ts';

/** Returns the source of objects in OCI artifacts. Of the checkout, only stack.yaml and the lock file decide its result. */
export function ociSource(artifacts: () => Promise<Artifacts>, deps: SourceDeps): Source {
  const fetch = async (entry: SourceEntry, pin: string | undefined): Promise<FetchedArtifact | Built> => {
    const {url, tag, version, digest = pin, path = '.'} = settingsOf(entry);
    const refused = whyNotFetched(path);
    if (refused !== undefined) return fetchedProblem('oci', refused, entry);
    const address = tag === undefined ? url : `${url}:${tag}`;
    const artifact = await (await artifacts())({address, version, digest, login: entry.workspace?.login});
    return 'problem' in artifact ? fetchedProblem('oci', artifact, entry) : artifact;
  };
  return {
    inputs: () => ({directories: [], files: []}),
    build: async (entry) => {
      const {url, version, path = '.'} = settingsOf(entry);
      const isPinned = hasDigest(entry);
      const {pin, diagnostics} = isPinned ? {diagnostics: []} : lockedPin(wantedOf(entry), entry, version);
      if (diagnostics.some(isError)) return {candidates: [], diagnostics};
      const artifact = await fetch(entry, pin);
      if ('candidates' in artifact) return artifact;
      const {digest} = artifact;
      const name = `${shownUrl(url)}@${digest.slice(0, 19)}`;
      const built = await buildFetched({kind: 'oci', name, path, leftOut: [], entry, deps, ...artifact});
      if (isPinned || pin !== undefined) return built;
      return {...built, diagnostics: [...built.diagnostics, unpinned('oci', `digest: ${digest}`, entry)]};
    },
    pin: async (entry, upgrade) => {
      if (hasDigest(entry)) return undefined;
      const {pin} = upgrade ? {} : lockedPin(wantedOf(entry), entry, settingsOf(entry).version);
      if (pin !== undefined) return {...wantedOf(entry), pin};
      const artifact = await fetch(entry, undefined);
      return 'candidates' in artifact ? artifact : {...wantedOf(entry), pin: artifact.digest};
    },
    checkLock: async (entry, lock) =>
      hasDigest(entry) ? NO_LOCK : checkPin(wantedOf(entry), entry, {lock, range: settingsOf(entry).version}),
  };
}

const settingsOf = ({written}: SourceEntry): OciSettings => (written ?? {}) as OciSettings;

function hasDigest(entry: SourceEntry): boolean {
  const {url, digest} = settingsOf(entry);
  return digest !== undefined || url.includes('@');
}

function wantedOf(entry: SourceEntry): {readonly oci: string; readonly wanted?: string} {
  const {url: oci, tag, version = tag} = settingsOf(entry);
  return version === undefined ? {oci} : {oci, wanted: version};
}

/** Returns an address without its protocol, tag and digest: `registry.example.com/shop`. */
const shownUrl = (url: string): string => (url.replace(/^oci:\/\//, '').split('@')[0] ?? '').replace(/:[^:/]*$/, '');
