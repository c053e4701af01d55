import type {JsonObject} from '../../../core/json.ts';
import {nameOf} from '../../model/metadata.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {choiceOf, invalid, notSupported, required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {withDefaults} from '../objects/fields.ts';
import {jobSpecProblems} from './check-job-spec.ts';
import {fresh} from './fresh.ts';
import {inOrder} from './internal-json.ts';
import {withPatterns} from './job-defaults.ts';
import {has, negatives} from './numbers.ts';
import {templateDefaults} from './pod-defaults.ts';
import {readSchedule} from './schedule.ts';

/** Rules of the CronJob. */
export const CRON_JOB: KindRules = {
  defaults: cronJobDefaults,
  prepare: (write) => fresh(write, {}),
  validate: cronJobProblems,
  generation: true,
};

function cronJobDefaults(object: JsonObject): JsonObject {
  const spec = partAt(object, 'spec');
  const job = partAt(spec, 'jobTemplate', 'spec');
  return {
    ...object,
    spec: {
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      ...withDefaults(spec, {concurrencyPolicy: 'Allow'}),
      jobTemplate: {
        ...objectAt(spec, 'jobTemplate'),
        metadata: partAt(spec, 'jobTemplate', 'metadata'),
        spec: {...withPatterns(job), template: templateDefaults(partAt(job, 'template'))},
      },
    },
  };
}

const POLICIES = ['Allow', 'Forbid', 'Replace'];

/** The length limit of the name. The names of its Jobs are eleven characters longer. */
const LONGEST_NAME = 52;

function cronJobProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return [];
  const [spec, old] = [partAt(object, 'spec'), before === undefined ? undefined : objectAt(before, 'spec')];
  const [policy, name] = [textAt(spec, 'concurrencyPolicy'), nameOf(object)];
  return [
    ...scheduleProblems(spec, old),
    ...negatives(spec, 'spec', 'startingDeadlineSeconds'),
    ...(old !== undefined && old['timeZone'] === spec['timeZone'] ? [] : timeZoneProblems(spec)),
    ...choiceOf('spec.concurrencyPolicy', policy, POLICIES),
    ...jobTemplateProblems(partAt(spec, 'jobTemplate', 'spec')),
    ...negatives(spec, 'spec', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'),
    ...(before === undefined && name.length > LONGEST_NAME
      ? [invalid('metadata.name', name, `must be no more than ${LONGEST_NAME} characters`)]
      : []),
  ];
}

function scheduleProblems(spec: JsonObject, old: JsonObject | undefined): readonly Problem[] {
  const [schedule, path] = [textAt(spec, 'schedule'), 'spec.schedule'];
  if (schedule === '') return [required(path)];
  const read = readSchedule(schedule);
  const problems = typeof read === 'string' ? [invalid(path, schedule, read)] : [];
  if (!schedule.includes('TZ')) return problems;
  if (!textAt(old, 'schedule').includes('TZ')) {
    return [...problems, invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')];
  }
  return has(spec, 'timeZone')
    ? [...problems, invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')]
    : problems;
}

const isOdd = (part: string): boolean =>
  part === '.' || part === '..' || part.startsWith('-') || !/^[A-Za-z.\-_0-9+]{1,14}$/.test(part);

function timeZoneProblems(spec: JsonObject): readonly Problem[] {
  if (!has(spec, 'timeZone')) return [];
  const [zone, path] = [textAt(spec, 'timeZone'), 'spec.timeZone'];
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')];
  if (zone.split('/').some(isOdd)) return [invalid(path, zone, `unknown time zone ${zone}`)];
  if (zone.toLowerCase() === 'local') {
    return [
      invalid(path, zone, 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'),
    ];
  }
  return isTimeZone(zone) ? [] : [invalid(path, zone, `unknown time zone ${zone}`)];
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', {timeZone: zone}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function jobTemplateProblems(spec: JsonObject): readonly Problem[] {
  const [path, selector] = ['spec.jobTemplate.spec', objectAt(spec, 'selector')];
  return [
    ...jobSpecProblems(spec, path),
    ...(selector === undefined
      ? []
      : [invalid(`${path}.selector`, inOrder(selector), '`selector` will be auto-generated')]),
    ...(spec['manualSelector'] === true ? [notSupported(`${path}.manualSelector`, true, ['nil', 'false'])] : []),
  ];
}
