import type {JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {ORDER_ANNOTATION} from '../resource/labels.ts';
import {nameAt} from './edges/pod-template.ts';

/** The path of the order annotation. */
export const ORDER_PATH: JsonPath = ['metadata', 'annotations', ORDER_ANNOTATION];

/** Returns the text of the order annotation of a resource. */
export const orderTextOf = ({type, attributes}: Pick<Resource, 'type' | 'attributes'>): string | undefined =>
  type === 'Kubernetes' ? nameAt(attributes['metadata'], 'annotations', ORDER_ANNOTATION) : undefined;
