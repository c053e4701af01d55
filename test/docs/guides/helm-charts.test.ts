import {testGuide} from '../guide.ts';

testGuide('helm-charts');
