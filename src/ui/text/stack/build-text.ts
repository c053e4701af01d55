import type {BuildOutcome} from '../../../app/plan/release-requests.ts';
import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {count} from '../../count.ts';
import {FORMAT_VERSION} from '../../json.ts';
import {masked} from '../../mask.ts';

type Shown = {readonly reveal: boolean};

const shown = (attributes: JsonObject, {reveal}: Shown): JsonObject => (reveal ? attributes : masked(attributes));

/** The manifests of a build, as `kubectl` reads them; values of Secrets are masked, or as the files have them. */
export const buildManifests = ({resources}: BuildOutcome, how: Shown): readonly unknown[] =>
  resources.map(({attributes}) => shown(attributes, how));

/** Whether a mask hides anything. */
export const holdsMasks = ({resources}: BuildOutcome): boolean =>
  resources.some(({attributes}) => !deepEqual(masked(attributes), attributes));

/** The spec with its ids, dependencies and extensions. */
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

/** What validate says when nothing is wrong. */
export const validText = ({project, stack, resources, diagnostics}: BuildOutcome): string =>
  `${project}/${stack} is valid: ${count(resources.length, 'resource')}${diagnostics.length === 0 ? '' : `, ${count(diagnostics.length, 'remark')}`}.\n`;

/** The JSON answer of `gantry validate`; invalid stacks are answered by the error document. */
export const validDocument = ({project, stack, resources, diagnostics}: BuildOutcome): unknown => ({
  formatVersion: FORMAT_VERSION,
  project,
  stack,
  valid: true,
  resources: resources.length,
  diagnostics,
});
