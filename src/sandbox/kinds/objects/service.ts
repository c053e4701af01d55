import type {KindRules} from '../../model/rules.ts';
import {prepareService} from './service/prepare-service.ts';
import {serviceDefaults} from './service/service-defaults.ts';
import {serviceProblems} from './service/service-problems.ts';
import {serviceWarnings} from './service/service-warnings.ts';

/** Rules of the Service. Its name is a DNS-1035 label, and a PUT creates it if it is not there. */
export const SERVICE: KindRules = {
  names: 'label1035',
  createsOnUpdate: true,
  defaults: serviceDefaults,
  prepare: prepareService,
  validate: serviceProblems,
  warnings: serviceWarnings,
};
