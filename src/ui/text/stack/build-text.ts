import type {BuildOutcome} from '../../../app/plan/release-requests.ts';
import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {FORMAT_VERSION} from '../../json.ts';
import {masked} from '../../mask.ts';

type Shown = {readonly reveal: boolean};

const shown = (attributes: JsonObject, {reveal}: Shown): JsonObject => (reveal ? attributes : masked(attributes));

/** Returns the manifests of a build, as `kubectl` reads them. Values of Secrets are masked, or as the files have them. */
export const buildManifests = ({resources}: BuildOutcome, how: Shown): readonly unknown[] =>
  resources.map(({attributes}) => shown(attributes, how));

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
  resources: resources.map((resource) => ({...resource, attributes: shown(resource.attributes, how)})),
  diagnostics,
});
