import {AGE, type Heading, NAME} from './heading.ts';

/** As Kubernetes 1.34 sends them; the texts are those of its API reference. */
export const ADMISSION_HEADINGS: Readonly<Record<string, readonly Heading[]>> = {
  'MutatingWebhookConfiguration.admissionregistration.k8s.io': [
    NAME,
    ['Webhooks', 'Webhooks indicates the number of webhooks registered in this configuration', {type: 'integer'}],
    AGE,
  ],
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io': [
    NAME,
    [
      'Validations',
      'Validations indicates the number of validation rules defined in this configuration',
      {type: 'integer'},
    ],
    ['ParamKind', 'ParamKind specifies the kind of resources used to parameterize this policy'],
    AGE,
  ],
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io': [
    NAME,
    ['PolicyName', 'PolicyName indicates the policy definition which the policy binding binded to'],
    ['ParamRef', 'ParamRef indicates the param resource which sets the configration param'],
    AGE,
  ],
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io': [
    NAME,
    ['Webhooks', 'Webhooks indicates the number of webhooks registered in this configuration', {type: 'integer'}],
    AGE,
  ],
};
