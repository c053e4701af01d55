import {BATCH_CASES} from './batch-cases.ts';
import type {Case} from './cases.ts';
import {CONTROLLER_CASES} from './controller-cases.ts';
import {POD_CASES} from './pod-cases.ts';
import {POD_UPDATE_CASES} from './pod-update-cases.ts';
import {POLICY_CASES} from './policy-cases.ts';

export const CASES: readonly Case[] = [
  ...POD_CASES,
  ...POD_UPDATE_CASES,
  ...CONTROLLER_CASES,
  ...BATCH_CASES,
  ...POLICY_CASES,
];
