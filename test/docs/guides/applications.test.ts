import {testGuide} from '../guide.ts';

testGuide('applications');
