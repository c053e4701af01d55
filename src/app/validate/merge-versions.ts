import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';

/** The findings in one version of Kubernetes. */
export type VersionFindings = {readonly version: string; readonly diagnostics: readonly Diagnostic[]};

/** Merges the findings of several versions. Adds the versions to the message of a finding that exists only in some of them. */
export function mergeVersions(found: readonly VersionFindings[]): readonly Diagnostic[] {
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.diagnostics;
  const groups = new Map<string, {readonly diagnostic: Diagnostic; readonly versions: string[]}>();
  for (const {version, diagnostics} of found) {
    for (const diagnostic of diagnostics) {
      const {severity, code, resource, path, message} = diagnostic;
      const key = JSON.stringify([severity, code, resource, path, message.replace(version, '')]);
      const known = groups.get(key);
      if (known === undefined) groups.set(key, {diagnostic, versions: [version]});
      else known.versions.push(version);
    }
  }
  return [...groups.values()].map(({diagnostic, versions}) =>
    versions.length === found.length || versions.some((version) => diagnostic.message.includes(`Kubernetes ${version}`))
      ? diagnostic
      : {...diagnostic, message: `${diagnostic.message} (checked against Kubernetes ${versions.join(', ')})`},
  );
}
