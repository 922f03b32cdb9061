import { expect, it } from 'vitest';
import { Folder } from './lint-support.ts';

it('a host that egress leaves out stays closed to --allow-net, and the message names the line', async () => {
  const folder = new Folder({
    'app.osy': 'app Shop {\n  model "*.osy";\n  egress "mail.example";\n}\n',
    'call.osy':
      'class Rate { public string Of; }\n' +
      'client Bank { BaseUrl = "https://bank.example"; [Get("/")] Rate Ask(); }\n' +
      'public void Ask() { Bank.Ask(); }\npublic void Fetch() { Http.Get("https://bank.example/"); }\n',
  });
  for (const name of ['Ask', 'Fetch']) {
    const { code, err } = await folder.osy('run', '.', name, '--allow-net', 'bank.example');
    expect(code).toBe(1);
    expect(err).toContain(
      "add `egress \"bank.example\";` to app.osy (the app's manifest lets it reach 'mail.example' alone)",
    );
    expect(err).not.toContain('--allow-net');
  }
});
