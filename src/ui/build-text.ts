import type {BuildOutcome} from '../app/release-requests.ts';
import {count} from './count.ts';
import {FORMAT_VERSION} from './json.ts';
import {masked} from './mask.ts';

/** The manifests of a build, as `kubectl` reads them. */
export const buildManifests = ({resources}: BuildOutcome): readonly unknown[] =>
  resources.map(({attributes}) => masked(attributes));

/** The spec with its ids, dependencies and extensions. */
export const buildDocument = ({project, stack, workspace, resources, diagnostics}: BuildOutcome): unknown => ({
  formatVersion: FORMAT_VERSION,
  project,
  stack,
  ...(workspace === undefined ? {} : {workspace}),
  resources: resources.map((resource) => ({...resource, attributes: masked(resource.attributes)})),
  diagnostics,
});

/** What validate says when nothing is wrong. */
export const validText = ({project, stack, resources, diagnostics}: BuildOutcome): string =>
  `${project}/${stack} is valid: ${count(resources.length, 'resource')}${diagnostics.length === 0 ? '' : `, ${count(diagnostics.length, 'remark')}`}.\n`;

export const validDocument = ({project, stack, resources, diagnostics}: BuildOutcome): unknown => ({
  formatVersion: FORMAT_VERSION,
  project,
  stack,
  valid: true,
  resources: resources.length,
  diagnostics,
});
