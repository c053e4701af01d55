import {testGuide} from '../guide.ts';

testGuide('terraform');
