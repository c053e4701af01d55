import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {referenceDiagnostic} from '../../core/reference/reference-diagnostic.ts';
import {secretProblems} from '../../core/secret/secret-problems.ts';

/** Checks the references to secret stores, as far as the files allow: no store is read. */
export function checkSecrets({
  resources,
  expandable,
  origins,
}: Pick<LoadedResources, 'resources' | 'expandable' | 'origins'>): readonly Diagnostic[] {
  const wanted = new Map(resources.map(({id, attributes}) => [id, attributes]));
  return resources
    .filter(({id}) => expandable.has(id))
    .flatMap((resource) =>
      secretProblems(resource, wanted).map((problem) =>
        referenceDiagnostic(problem, resource.id, origins.get(resource.id)),
      ),
    );
}
