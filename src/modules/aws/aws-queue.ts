import type {JsonObject} from '../../core/json.ts';
import type {Generated, ModuleRequest} from '../../core/module/module.ts';
import type {CloudSettings} from '../cloud-model.ts';
import {addressPatch} from '../own-variables.ts';
import {accountName, awsRef, awsResource, tagsOf} from './aws-resource.ts';

/** The checked fields of a queue. */
type QueueFields = {
  readonly fifo?: boolean | undefined;
  /** Seconds. */
  readonly visibilityTimeout?: number | undefined;
  /** Seconds. */
  readonly retention?: number | undefined;
  readonly maxReceives?: number | undefined;
};

const TYPE = 'aws_sqs_queue';

/** Returns a queue of SQS, and a second one for messages that cannot be processed. */
export function awsQueue(request: ModuleRequest<CloudSettings & QueueFields>): Generated {
  const {name, config} = request;
  const {fifo = false, visibilityTimeout = 30, retention = 345_600, maxReceives} = config;
  const dead = `${name}-dead`;
  const queueOf = (id: string, seconds: number, more: JsonObject) =>
    awsResource(request, TYPE, id, {
      name: `${accountName({...request, name: id}, {longest: fifo ? 75 : 80})}${fifo ? '.fifo' : ''}`,
      ...(fifo ? {fifo_queue: true, content_based_deduplication: true} : {}),
      message_retention_seconds: seconds,
      sqs_managed_sse_enabled: true,
      tags: tagsOf(request),
      ...more,
    });
  const redrive = {
    redrive_policy: `{"deadLetterTargetArn":"${awsRef(TYPE, dead, 'arn')}","maxReceiveCount":${maxReceives}}`,
  };
  const values = {url: awsRef(TYPE, name, 'url'), name: awsRef(TYPE, name, 'name')};
  return {
    resources: [
      queueOf(name, retention, {
        visibility_timeout_seconds: visibilityTimeout,
        ...(maxReceives === undefined ? {} : redrive),
      }),
      // The maximum of SQS: people need time to look at these messages.
      ...(maxReceives === undefined ? [] : [queueOf(dead, 1_209_600, {})]),
    ],
    patches: [addressPatch(request, values)],
    outputs: {...values, arn: awsRef(TYPE, name, 'arn')},
  };
}
