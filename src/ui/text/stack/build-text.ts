import type {BuildOutcome} from '../../../app/plan/release-requests.ts';
import type {JsonObject} from '../../../core/json.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {FORMAT_VERSION} from '../../json.ts';
import {masked} from '../../mask.ts';

type Shown = {readonly reveal: boolean};

const shown = (attributes: JsonObject, {reveal}: Shown): JsonObject => (reveal ? attributes : masked(attributes));

/**
 * Returns the manifests of a build, as `kubectl` reads them. Values of Secrets are masked, or as the files have them. Terraform resources have
 * the form of a spec file, which kubectl refuses.
 */
export const buildManifests = ({resources}: BuildOutcome, how: Shown): readonly unknown[] =>
  resources.map((resource) =>
    resource.type === 'Terraform' ? shownResource(resource, how) : shown(resource.attributes, how),
  );

const shownResource = (resource: Resource, how: Shown): Resource => ({
  ...resource,
  attributes: shown(resource.attributes, how),
});

/** Reports whether masks hide any values. */
export const holdsMasks = ({resources}: BuildOutcome): boolean =>
  resources.some(({attributes}) => !deepEqual(masked(attributes), attributes));

/** Returns the spec with its ids, dependencies and extensions. */
export const buildDocument = (
  {project, stack, workspace, resources, diagnostics}: BuildOutcome,
  how: Shown,
): unknown => ({
  formatVersion: FORMAT_VERSION,
  project,
  stack,
  workspace,
  resources: resources.map((resource) => shownResource(resource, how)),
  diagnostics,
});
