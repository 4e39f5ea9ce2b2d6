"""A real browser for tests: chromium, driven over its debugging pipe by the standard library."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import time

import pytest

KEY_CODES = {"Enter": 13, "Escape": 27, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowRight": 39}


class Browser:
    """Chromium without a window; `complaints` holds what its tabs said went wrong."""

    def __init__(self, folder):
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        if chromium is None:
            pytest.skip("no chromium is installed")
        from_us, our_end = os.pipe()
        back, to_us = os.pipe()
        quiet = ("gpu", "quic", "background-networking", "component-update", "sync")
        command = [
            *("bash", "-c", f'exec "$@" 3<&{from_us} 4>&{to_us}', "bash"),
            *(chromium, "--headless", "--no-sandbox", "--no-first-run", "--remote-debugging-pipe"),
            *(f"--disable-{part}" for part in quiet),
            f"--user-data-dir={folder}",
        ]
        null = subprocess.DEVNULL
        self.process = subprocess.Popen(
            command, pass_fds=(from_us, to_us), stdin=null, stdout=null, stderr=null
        )
        os.close(from_us)
        os.close(to_us)
        self._out, self._in = os.fdopen(our_end, "wb", 0), os.fdopen(back, "rb", 0)
        self._numbers, self._rest = itertools.count(1), b""
        self.complaints = []

    def send(self, method, session=None, **parameters):
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        message |= {"sessionId": session} if session else {}
        self._out.write(json.dumps(message).encode() + b"\0")
        while (answer := self._receive()).get("id") != number:
            self._hear(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _receive(self):
        while b"\0" not in self._rest:
            got = os.read(self._in.fileno(), 1 << 20)
            assert got, "chromium ended"
            self._rest += got
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _hear(self, event):
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(parameters["exceptionDetails"])
        if event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.complaints.append(parameters["entry"])
        if event.get("method") == "Page.javascriptDialogOpening":
            self.complaints.append(parameters)

    def tab(self, url, width=1280, height=900, dark=False, scale=1):
        return Tab(self, url, width, height, dark, scale)

    def close(self):
        self._out.close()
        self._in.close()
        self.process.terminate()
        self.process.wait(20)


class Tab:
    """A page, with the keyboard and the eyes of its user."""

    def __init__(self, browser, url, width, height, dark, scale):
        self.browser = browser
        self.target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])
        self.send("Page.navigate", url=url)
        self.wait("document.body?.dataset.ready === 'yes'")

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def run(self, expression):
        strict = {"returnByValue": True, "allowUnsafeEvalBlockedByCSP": False}
        done = self.send("Runtime.evaluate", expression=expression, **strict)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while not self.run(expression):
            assert time.monotonic() < end, f"never: {expression}; {self.text('body')}"
            time.sleep(0.03)

    def reload(self):
        self.run("document.body.dataset.ready = 'no'")
        self.send("Page.reload")
        self.wait("document.body?.dataset.ready === 'yes'")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def press(self, *keys):
        for key in keys:
            code = KEY_CODES.get(key, 0)
            text = "\r" if key == "Enter" else key if len(key) == 1 else ""
            down = {"type": "keyDown", "key": key, "text": text, "windowsVirtualKeyCode": code}
            self.send("Input.dispatchKeyEvent", **down)
            self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def choose(self, selector, value):
        self.run(
            f"{{const field = document.querySelector({json.dumps(selector)});"
            f"field.value = {json.dumps(value)};"
            "field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'));}"
        )

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)
