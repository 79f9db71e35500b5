<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AboutWindow</name>
    <message>
        <source>About Translucent</source>
        <translation>Über Translucent</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Leitfaden</translation>
    </message>
    <message>
        <source>&amp;Licences</source>
        <translation>L&amp;izenzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Translucent {version}</source>
        <translation>Translucent {version}</translation>
    </message>
    <message>
        <source>full</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>Commit</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Edition</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Translucent is free software under the MIT licence. It includes other people’s work under their own licences. The built-in models are for research and education, like some of the text they were trained on; the model cards list all of it.</source>
        <translation>Translucent ist freie Software unter der MIT-Lizenz. Es enthält Werke anderer unter deren eigenen Lizenzen. Die eingebauten Modelle sind für Forschung und Lehre bestimmt wie ein Teil der Texte, mit denen sie trainiert wurden; die Modellkarten nennen alle diese Texte.</translation>
    </message>
    <message>
        <source>An offline translator you can look inside and train yourself.</source>
        <translation>Ein Offline-Übersetzer, in den Sie hineinsehen und den Sie selbst trainieren können.</translation>
    </message>
    <message>
        <source>Copy for a bug report</source>
        <translation>Für einen Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>How to use the program, with pictures</source>
        <translation>Wie Sie das Programm benutzen, mit Bildern</translation>
    </message>
    <message>
        <source>Open the folder with all licences</source>
        <translation>Den Ordner mit allen Lizenzen öffnen</translation>
    </message>
</context>
<context>
    <name>AlternativesPopup</name>
    <message>
        <source>Other words</source>
        <translation>Andere Wörter</translation>
    </message>
    <message>
        <source>Not calibrated for this model.</source>
        <translation>Für dieses Modell nicht kalibriert.</translation>
    </message>
    <message>
        <source>Whole sentence</source>
        <translation>Ganzer Satz</translation>
    </message>
    <message>
        <source>Other translations of the sentence</source>
        <translation>Andere Übersetzungen des Satzes</translation>
    </message>
    <message>
        <source>No other word is likely here.</source>
        <translation>Kein anderes Wort ist hier wahrscheinlich.</translation>
    </message>
    <message>
        <source>The sentence with this word</source>
        <translation>Der Satz mit diesem Wort</translation>
    </message>
    <message>
        <source>Other words for “{word}”</source>
        <translation>Andere Wörter für „{word}“</translation>
    </message>
    <message>
        <source>Finding other words…</source>
        <translation>Andere Wörter werden gesucht …</translation>
    </message>
</context>
<context>
    <name>Amounts</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n Stunde</numerusform>
            <numerusform>%n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>weniger als eine Minute</translation>
    </message>
    <message>
        <source>{hours} hours</source>
        <translation>{hours} Stunden</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>about {time} left</source>
        <translation>noch etwa {time}</translation>
    </message>
    <message>
        <source>{millions} million</source>
        <translation>{millions} Millionen</translation>
    </message>
</context>
<context>
    <name>AttentionControls</name>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Which heads to show</source>
        <translation>Welche Köpfe gezeigt werden</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Alle Köpfe</translation>
    </message>
    <message>
        <source>Show the maps of all layers and heads</source>
        <translation>Die Karten aller Schichten und Köpfe zeigen</translation>
    </message>
    <message>
        <source>Best for alignment · {0}</source>
        <translation>Beste Zuordnung · {0}</translation>
    </message>
    <message>
        <source>Kind of attention</source>
        <translation>Art der Aufmerksamkeit</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Other translations, tokens, colours, copy and export</source>
        <translation>Andere Übersetzungen, Tokens, Farben, Kopieren und Exportieren</translation>
    </message>
    <message>
        <source>Sentence to inspect</source>
        <translation>Satz, der untersucht wird</translation>
    </message>
    <message>
        <source>Probably best for alignment · {0}</source>
        <translation>Vermutlich beste Zuordnung · {0}</translation>
    </message>
</context>
<context>
    <name>AttentionGrid</name>
    <message>
        <source>All layers and heads</source>
        <translation>Alle Schichten und Köpfe</translation>
    </message>
    <message>
        <source>layer {0}, all heads</source>
        <translation>Schicht {0}, alle Köpfe</translation>
    </message>
    <message>
        <source>layer {0}, head {1}</source>
        <translation>Schicht {0}, Kopf {1}</translation>
    </message>
    <message>
        <source>layer {0}, head {1} · “{2}” ← “{3}” {4}</source>
        <translation>Schicht {0}, Kopf {1} · „{2}“ ← „{3}“ {4}</translation>
    </message>
    <message>
        <source>Click a head or use the arrow keys to choose one</source>
        <translation>Einen Kopf anklicken oder mit den Pfeiltasten wählen</translation>
    </message>
    <message>
        <source>no head selected</source>
        <translation>kein Kopf gewählt</translation>
    </message>
</context>
<context>
    <name>AttentionMap</name>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Attention map: {0}</source>
        <translation>Aufmerksamkeitskarte: {0}</translation>
    </message>
    <message>
        <source>{0} and {1}: not in both translations</source>
        <translation>{0} und {1}: nicht in beiden Übersetzungen</translation>
    </message>
    <message>
        <source>{0} looks at {1}: {2} compared</source>
        <translation>{0} blickt auf {1}: {2} im Vergleich</translation>
    </message>
    <message>
        <source>{0} looks at {1}: {2}</source>
        <translation>{0} blickt auf {1}: {2}</translation>
    </message>
    <message>
        <source>Boxes: no installed font has these characters.</source>
        <translation>Kästchen: Keine installierte Schrift hat diese Zeichen.</translation>
    </message>
</context>
<context>
    <name>AttentionPanel</name>
    <message>
        <source>Layer {0}, head {1}</source>
        <translation>Schicht {0}, Kopf {1}</translation>
    </message>
    <message>
        <source>Layer {0}, mean of heads</source>
        <translation>Schicht {0}, Mittel der Köpfe</translation>
    </message>
    <message>
        <source>Mean of all heads</source>
        <translation>Mittel aller Köpfe</translation>
    </message>
    <message>
        <source>Maximum of all heads</source>
        <translation>Maximum aller Köpfe</translation>
    </message>
    <message>
        <source>Rollout through all layers</source>
        <translation>Rollout durch alle Schichten</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}, difference</source>
        <translation>{0}, Unterschied</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Kreuz-Aufmerksamkeit</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>Encoder-Selbstaufmerksamkeit</translation>
    </message>
    <message>
        <source>Decoder self-attention</source>
        <translation>Decoder-Selbstaufmerksamkeit</translation>
    </message>
    <message>
        <source>Both texts</source>
        <translation>Beide Texte</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Ausgangstext</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>the translation looks at the source</source>
        <translation>Die Übersetzung blickt auf den Ausgangstext</translation>
    </message>
    <message>
        <source>the words of the source look at each other</source>
        <translation>Die Wörter des Ausgangstextes blicken aufeinander</translation>
    </message>
    <message>
        <source>the translation looks back at what is already written</source>
        <translation>Die Übersetzung blickt auf das zurück, was schon geschrieben ist</translation>
    </message>
    <message>
        <source>Each row is a word of the translation; the brighter a cell, the more it looked at that source word.</source>
        <translation>Jede Zeile ist ein Wort der Übersetzung; je heller eine Zelle, desto mehr blickte es auf dieses Wort des Ausgangstextes.</translation>
    </message>
    <message>
        <source>Each row is a source word; the brighter a cell, the more it looked at that source word.</source>
        <translation>Jede Zeile ist ein Wort des Ausgangstextes; je heller eine Zelle, desto mehr blickte es auf dieses andere Wort.</translation>
    </message>
    <message>
        <source>Each row is a step of writing; the brighter a cell, the more it looked back at that word.</source>
        <translation>Jede Zeile ist ein Schritt des Schreibens; je heller eine Zelle, desto mehr wurde auf dieses Wort zurückgeblickt.</translation>
    </message>
    <message>
        <source>Shifted by one step, which aligns words best.</source>
        <translation>Um einen Schritt verschoben: So werden Wörter am besten zugeordnet.</translation>
    </message>
    <message>
        <source>Taken while the word of each row was being chosen.</source>
        <translation>Abgelesen, während das Wort der Zeile gewählt wurde.</translation>
    </message>
    <message>
        <source>Attention shows where the model looked, not why it chose a word.</source>
        <translation>Aufmerksamkeit zeigt, wohin das Modell blickte, nicht, warum es ein Wort wählte.</translation>
    </message>
    <message>
        <source>Shown: {0}</source>
        <translation>Gezeigt: {0}</translation>
    </message>
    <message>
        <source>Compared: {0}</source>
        <translation>Verglichen: {0}</translation>
    </message>
    <message>
        <source>Difference (shown − compared)</source>
        <translation>Unterschied (gezeigt − verglichen)</translation>
    </message>
    <message>
        <source>Hover or use the arrow keys. Click to pin.</source>
        <translation>Zeigen oder Pfeiltasten benutzen. Klicken heftet an.</translation>
    </message>
    <message>
        <source>Translate a sentence to see its attention here.</source>
        <translation>Übersetzen Sie einen Satz, um hier seine Aufmerksamkeit zu sehen.</translation>
    </message>
    <message>
        <source>Click a head or use the arrow keys.</source>
        <translation>Einen Kopf anklicken oder die Pfeiltasten benutzen.</translation>
    </message>
    <message>
        <source>The model did not write these words, so there is no attention to show.</source>
        <translation>Diese Wörter hat nicht das Modell geschrieben; deshalb gibt es keine Aufmerksamkeit zu zeigen.</translation>
    </message>
</context>
<context>
    <name>AttentionPresenter</name>
    <message>
        <source>Save the attention</source>
        <translation>Aufmerksamkeit speichern</translation>
    </message>
</context>
<context>
    <name>BusyRow</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop; nothing is lost</source>
        <translation>Anhalten; nichts geht verloren</translation>
    </message>
</context>
<context>
    <name>CataloguePresenter</name>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>Nothing goes online until you press Download. This file is on {host}.</source>
        <translation>Bis Sie auf „Herunterladen“ klicken, geht nichts ins Internet. Diese Datei liegt auf {host}.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Wird heruntergeladen …</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>Wird importiert …</translation>
    </message>
    <message>
        <source>Not downloaded</source>
        <translation>Nicht heruntergeladen</translation>
    </message>
</context>
<context>
    <name>CatalogueRows</name>
    <message>
        <source>BLEU {value} ({corpus})</source>
        <translation>BLEU {value} ({corpus})</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>etwa {size}</translation>
    </message>
    <message>
        <source>{name}, {date}</source>
        <translation>{name}, {date}</translation>
    </message>
    <message>
        <source>From: {languages}</source>
        <translation>Aus: {languages}</translation>
    </message>
    <message>
        <source>To: {languages}</source>
        <translation>In: {languages}</translation>
    </message>
    <message>
        <source>BLEU as its publisher measured it</source>
        <translation>BLEU nach Messung des Herausgebers</translation>
    </message>
</context>
<context>
    <name>CatalogueTree</name>
    <message>
        <source>Models that can be downloaded</source>
        <translation>Modelle zum Herunterladen</translation>
    </message>
</context>
<context>
    <name>CatalogueWindow</name>
    <message>
        <source>Add languages</source>
        <translation>Sprachen hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Import a file…</source>
        <translation>Datei &amp;importieren …</translation>
    </message>
    <message>
        <source>Add a model from a file on this computer, without the internet</source>
        <translation>Ein Modell aus einer Datei auf diesem Computer hinzufügen, ohne Internet</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Herunterladen</translation>
    </message>
    <message>
        <source>&amp;Use now</source>
        <translation>Jetzt &amp;verwenden</translation>
    </message>
    <message>
        <source>Translate with this model</source>
        <translation>Mit diesem Modell übersetzen</translation>
    </message>
    <message>
        <source>No results for “{text}”.</source>
        <translation>Keine Ergebnisse für „{text}“.</translation>
    </message>
    <message>
        <source>Language, such as “French” or “fr de”</source>
        <translation>Sprache, etwa „Französisch“ oder „fr de“</translation>
    </message>
    <message>
        <source>Search languages</source>
        <translation>Sprachen suchen</translation>
    </message>
    <message>
        <source>Search languages ({keys})</source>
        <translation>Sprachen suchen ({keys})</translation>
    </message>
    <message>
        <source>About the model</source>
        <translation>Über das Modell</translation>
    </message>
</context>
<context>
    <name>CheckPage</name>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>&amp;Measure again</source>
        <translation>Noch einmal &amp;messen</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>Ge&amp;rät</translation>
    </message>
    <message>
        <source>Processor &amp;cores</source>
        <translation>&amp;Prozessorkerne</translation>
    </message>
    <message>
        <source>C&amp;ompare with</source>
        <translation>&amp;Vergleichen mit</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message numerus="yes">
        <source>on {device}, %n core(s)</source>
        <translation>
            <numerusform>auf {device}, %n Kern</numerusform>
            <numerusform>auf {device}, %n Kerne</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} tokens/s</source>
        <translation>{count} Tokens/s</translation>
    </message>
    <message>
        <source>Check before you start</source>
        <translation>Vor dem Start prüfen</translation>
    </message>
    <message>
        <source>A few real training steps are timed to estimate duration and memory.</source>
        <translation>Einige echte Trainingsschritte werden gemessen, um Dauer und Speicherbedarf zu schätzen.</translation>
    </message>
    <message>
        <source>Estimated time (maximum)</source>
        <translation>Geschätzte Dauer (höchstens)</translation>
    </message>
    <message>
        <source>S&amp;kip</source>
        <translation>Ü&amp;berspringen</translation>
    </message>
    <message>
        <source>You can start without an estimate</source>
        <translation>Sie können auch ohne Schätzung beginnen</translation>
    </message>
    <message>
        <source>Time a few training steps again</source>
        <translation>Noch einmal einige Trainingsschritte messen</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>Training &amp;starten</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Training gives way to other programs. You can stop and resume it at any time, and it continues when this window is closed.</source>
        <translation>Das Training lässt anderen Programmen den Vortritt. Sie können es jederzeit anhalten und fortsetzen; es läuft weiter, wenn dieses Fenster geschlossen ist.</translation>
    </message>
    <message>
        <source>&amp;Run name</source>
        <translation>&amp;Name des Laufs</translation>
    </message>
    <message>
        <source>Used as the run&apos;s folder name. You name the model when training is finished.</source>
        <translation>Wird als Name des Ordners verwendet. Das Modell benennen Sie, wenn das Training fertig ist.</translation>
    </message>
    <message>
        <source>Where training runs. A graphics card is many times faster.</source>
        <translation>Worauf trainiert wird. Eine Grafikkarte ist um ein Vielfaches schneller.</translation>
    </message>
    <message>
        <source>How many cores to use. Leave one core free to keep your computer responsive.</source>
        <translation>Wie viele Kerne benutzt werden. Lassen Sie einen frei, damit der Computer flüssig reagiert.</translation>
    </message>
    <message>
        <source>The model the new one would replace. Both are measured at the end, and the result shows which is better. Your existing model is not replaced automatically.</source>
        <translation>Das Modell, das durch das neue ersetzt würde. Beide werden am Ende gemessen, und das Ergebnis zeigt, welches besser ist. Ihr vorhandenes Modell wird nicht automatisch ersetzt.</translation>
    </message>
    <message>
        <source>Timing training step {step} of at most {steps}…</source>
        <translation>Trainingsschritt {step} von höchstens {steps} wird gemessen …</translation>
    </message>
    <message>
        <source>needed, {free} free</source>
        <translation>nötig, {free} frei</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s); may stop earlier</source>
        <translation>
            <numerusform>%Ln Schritt; vielleicht weniger</numerusform>
            <numerusform>%Ln Schritte; vielleicht weniger</numerusform>
        </translation>
    </message>
    <message>
        <source>trainable</source>
        <translation>trainierbar</translation>
    </message>
    <message>
        <source>Checking whether this computer can run it…</source>
        <translation>Es wird geprüft, ob dieser Computer es schafft …</translation>
    </message>
    <message>
        <source>Run the check first.</source>
        <translation>Führen Sie zuerst die Prüfung aus.</translation>
    </message>
    <message>
        <source>Enter a name for the run.</source>
        <translation>Geben Sie dem Lauf einen Namen.</translation>
    </message>
    <message>
        <source>Start training in the background</source>
        <translation>Das Training im Hintergrund starten</translation>
    </message>
    <message>
        <source>The run needs {needed} of disk space, but only {free} is free. Free some space or choose a smaller model.</source>
        <translation>Der Lauf braucht {needed} auf dem Datenträger, aber nur {free} sind frei. Schaffen Sie Platz oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>The run needs {needed} of memory, but only {free} is free. Close other programs, or choose a smaller model or smaller batches.</source>
        <translation>Der Lauf braucht {needed} Arbeitsspeicher, aber nur {free} sind frei. Schließen Sie andere Programme oder wählen Sie ein kleineres Modell oder kleinere Stapel.</translation>
    </message>
    <message>
        <source>This will take very long on a processor. Use a graphics card if you have one.</source>
        <translation>Auf einem Prozessor dauert das sehr lange. Verwenden Sie eine Grafikkarte, wenn Sie eine haben.</translation>
    </message>
    <message>
        <source>The run has only {steps} steps, too few to learn to translate. Use more text, more epochs or smaller batches.</source>
        <translation>Der Lauf hat nur {steps} Schritte, zu wenige, um übersetzen zu lernen. Verwenden Sie mehr Text, mehr Epochen oder kleinere Stapel.</translation>
    </message>
</context>
<context>
    <name>ChildProcess</name>
    <message>
        <source>it was killed or crashed (signal {code})</source>
        <translation>es wurde beendet oder ist abgestürzt (Signal {code})</translation>
    </message>
    <message>
        <source>it exited without an error message (exit code {code})</source>
        <translation>es endete ohne Fehlermeldung (Rückgabewert {code})</translation>
    </message>
</context>
<context>
    <name>ChoiceList</name>
    <message>
        <source>{text}, {percent}</source>
        <translation>{text}, {percent}</translation>
    </message>
    <message>
        <source>{text}, current</source>
        <translation>{text}, aktuell</translation>
    </message>
</context>
<context>
    <name>ContrastCard</name>
    <message>
        <source>Source</source>
        <translation>Ausgangstext</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(nichts)</translation>
    </message>
</context>
<context>
    <name>Contrasts</name>
    <message>
        <source>Before and after</source>
        <translation>Vorher und nachher</translation>
    </message>
</context>
<context>
    <name>Corpus</name>
    <message>
        <source>test text</source>
        <translation>Testtext</translation>
    </message>
    <message>
        <source>validation text</source>
        <translation>Validierungstext</translation>
    </message>
    <message>
        <source>everyday sentences</source>
        <translation>Alltagssätze</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>greedy</translation>
    </message>
    <message>
        <source>beam size {size}</source>
        <translation>Beam {size}</translation>
    </message>
</context>
<context>
    <name>CorpusPage</name>
    <message>
        <source>Choose training text</source>
        <translation>Trainingstext wählen</translation>
    </message>
    <message>
        <source>Image captions</source>
        <translation>Bildunterschriften</translation>
    </message>
    <message>
        <source>Talks</source>
        <translation>Vorträge</translation>
    </message>
    <message>
        <source>Your own sentence pairs</source>
        <translation>Eigene Satzpaare</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>✓ on this computer</source>
        <translation>✓ auf diesem Computer</translation>
    </message>
    <message>
        <source>no folder chosen</source>
        <translation>kein Ordner gewählt</translation>
    </message>
    <message>
        <source>no files chosen</source>
        <translation>keine Dateien gewählt</translation>
    </message>
    <message>
        <source>Folder with IWSLT 2014</source>
        <translation>Ordner mit IWSLT 2014</translation>
    </message>
    <message>
        <source>A translator learns from sentences and their translations. It works best on similar text.</source>
        <translation>Ein Übersetzer lernt aus Sätzen und ihren Übersetzungen. Am besten übersetzt er ähnliche Texte.</translation>
    </message>
    <message>
        <source>Choose &amp;folder…</source>
        <translation>&amp;Ordner wählen …</translation>
    </message>
    <message>
        <source>Folder with the IWSLT 2014 files</source>
        <translation>Ordner mit den Dateien von IWSLT 2014</translation>
    </message>
    <message>
        <source>Everyday language</source>
        <translation>Alltagssprache</translation>
    </message>
    <message>
        <source>English and German as people speak and write them: home, travel, work, letters, news. There is nothing to find or download.</source>
        <translation>Englisch und Deutsch, wie man es spricht und schreibt: Zuhause, Reisen, Arbeit, Briefe, Nachrichten. Sie müssen nichts suchen und nichts herunterladen.</translation>
    </message>
    <message>
        <source>Multi30k: 29,000 descriptions of photographs in English, German and French. Small and clean: the quickest way to a working model.</source>
        <translation>Multi30k: 29.000 Beschreibungen von Fotos auf Englisch, Deutsch und Französisch. Klein und sauber: der schnellste Weg zu einem brauchbaren Modell.</translation>
    </message>
    <message>
        <source>IWSLT 2014: 160,000 sentences from TED talks in German and English. You need your own copy of the files.</source>
        <translation>IWSLT 2014: 160.000 Sätze aus TED-Vorträgen auf Deutsch und Englisch. Sie brauchen eine eigene Kopie der Dateien.</translation>
    </message>
    <message>
        <source>Your texts and their translations in almost any two languages: a table, a translation memory or two text files.</source>
        <translation>Ihre Texte und deren Übersetzungen in fast beliebigen zwei Sprachen: eine Tabelle, ein Übersetzungsspeicher oder zwei Textdateien.</translation>
    </message>
    <message>
        <source>The “de-en” folder of the release works as it is: plain text, .gz or the tagged files. Licence: CC BY-NC-ND, TED Conferences LLC.</source>
        <translation>Der Ordner „de-en“ lässt sich unverändert verwenden: reiner Text, .gz oder die Dateien mit Auszeichnung. Lizenz: CC BY-NC-ND, TED Conferences LLC.</translation>
    </message>
    <message>
        <source>{count} sentence pairs, built in, free to use</source>
        <translation>{count} Satzpaare, mitgeliefert, frei verwendbar</translation>
    </message>
    <message>
        <source>Downloading {file}, file {number} of {count}</source>
        <translation>{file} wird heruntergeladen, Datei {number} von {count}</translation>
    </message>
    <message>
        <source>not downloaded yet, 2 MB</source>
        <translation>noch nicht heruntergeladen, 2 MB</translation>
    </message>
    <message>
        <source>Downloading the captions…</source>
        <translation>Die Bildunterschriften werden heruntergeladen …</translation>
    </message>
    <message>
        <source>The text was only partly checked.</source>
        <translation>Der Text wurde nur teilweise geprüft.</translation>
    </message>
    <message>
        <source>Check the text</source>
        <translation>Text prüfen</translation>
    </message>
</context>
<context>
    <name>CurvesView</name>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>after the first validation</source>
        <translation>nach der ersten Validierung</translation>
    </message>
    <message>
        <source>taking the first steps…</source>
        <translation>erste Schritte werden gemacht …</translation>
    </message>
    <message>
        <source>building the vocabulary…</source>
        <translation>Wortschatz wird aufgebaut …</translation>
    </message>
    <message>
        <source>reading the text…</source>
        <translation>Text wird gelesen …</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>translations</source>
        <translation>Übersetzungen</translation>
    </message>
    <message>
        <source>teacher-forced</source>
        <translation>mit Vorgabe</translation>
    </message>
    <message>
        <source>best: {figure}</source>
        <translation>bestes: {figure}</translation>
    </message>
    <message>
        <source>How wrong the model is, per token: lower is better. Training loss is measured while parts of the model are switched off, so it can be above validation loss.</source>
        <translation>Wie falsch das Modell liegt, je Token: Niedriger ist besser. Der Trainingsverlust wird gemessen, während Teile des Modells abgeschaltet sind; er kann darum über dem Validierungsverlust liegen.</translation>
    </message>
    <message>
        <source>How many tokens the model is still choosing between: lower is better</source>
        <translation>Zwischen wie vielen Tokens das Modell noch schwankt: Niedriger ist besser</translation>
    </message>
    <message>
        <source>How close translations of the validation text are to human ones: 0 to 100</source>
        <translation>Wie nahe Übersetzungen des Validierungstextes denen von Menschen kommen: 0 bis 100</translation>
    </message>
    <message>
        <source>Learning rate: the size of each update</source>
        <translation>Lernrate: die Größe jeder Anpassung</translation>
    </message>
</context>
<context>
    <name>DirectionRow</name>
    <message>
        <source>Translate from</source>
        <translation>Übersetzen von</translation>
    </message>
    <message>
        <source>Translate to</source>
        <translation>Übersetzen nach</translation>
    </message>
    <message>
        <source>to</source>
        <comment>a language, as in: from English to German</comment>
        <translation>nach</translation>
    </message>
    <message>
        <source>Swap the two languages</source>
        <translation>Die beiden Sprachen tauschen</translation>
    </message>
    <message>
        <source>Translates from</source>
        <translation>Übersetzt von</translation>
    </message>
</context>
<context>
    <name>DoubtList</name>
    <message>
        <source>Back to the files</source>
        <translation>Zurück zu den Dateien</translation>
    </message>
    <message>
        <source>Reasons to show</source>
        <translation>Gezeigte Gründe</translation>
    </message>
    <message>
        <source>Previous sentence</source>
        <translation>Vorheriger Satz</translation>
    </message>
    <message>
        <source>Previous sentence ({keys})</source>
        <translation>Vorheriger Satz ({keys})</translation>
    </message>
    <message>
        <source>Next sentence</source>
        <translation>Nächster Satz</translation>
    </message>
    <message>
        <source>Next sentence ({keys})</source>
        <translation>Nächster Satz ({keys})</translation>
    </message>
    <message>
        <source>Open in the window</source>
        <translation>Im Fenster öffnen</translation>
    </message>
    <message>
        <source>Translate this sentence in the window (Enter)</source>
        <translation>Diesen Satz im Fenster übersetzen (Eingabe)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the sentence and its translation</source>
        <translation>Den Satz und seine Übersetzung kopieren</translation>
    </message>
    <message>
        <source>Sentences to check</source>
        <translation>Zu prüfende Sätze</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>All in {name} ({count})</source>
        <translation>Alle in {name} ({count})</translation>
    </message>
</context>
<context>
    <name>DownloadArea</name>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
</context>
<context>
    <name>DownloadCard</name>
    <message>
        <source>Progress of {name}</source>
        <translation>Fortschritt von {name}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop for now; what was downloaded is kept</source>
        <translation>Vorerst anhalten; was heruntergeladen ist, bleibt erhalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Download the rest</source>
        <translation>Den Rest herunterladen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop and delete what was downloaded</source>
        <translation>Abbrechen und das Heruntergeladene löschen</translation>
    </message>
    <message>
        <source>Use now</source>
        <translation>Jetzt verwenden</translation>
    </message>
    <message>
        <source>Translate with this model</source>
        <translation>Mit diesem Modell übersetzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Importing… This can take a minute.</source>
        <translation>Wird importiert … Das kann eine Minute dauern.</translation>
    </message>
    <message>
        <source>Added as “{name}”.</source>
        <translation>Als „{name}“ hinzugefügt.</translation>
    </message>
    <message>
        <source>{received} of {total}</source>
        <translation>{received} von {total}</translation>
    </message>
</context>
<context>
    <name>DropReason</name>
    <message>
        <source>One side is empty</source>
        <translation>Eine Seite ist leer</translation>
    </message>
    <message>
        <source>Longer than the recipe allows</source>
        <translation>Länger, als das Rezept erlaubt</translation>
    </message>
    <message>
        <source>One side is much longer than the other</source>
        <translation>Eine Seite ist viel länger als die andere</translation>
    </message>
    <message>
        <source>Not in the script of its language</source>
        <translation>Nicht in der Schrift der Sprache</translation>
    </message>
    <message>
        <source>Few letters: mostly numbers or symbols</source>
        <translation>Wenige Buchstaben: vor allem Zahlen oder Zeichen</translation>
    </message>
    <message>
        <source>Tags or placeholders do not match, or it is only an address</source>
        <translation>Auszeichnungen oder Platzhalter passen nicht zusammen, oder es ist nur eine Adresse</translation>
    </message>
    <message>
        <source>The numbers on the two sides differ</source>
        <translation>Die Zahlen der beiden Seiten sind verschieden</translation>
    </message>
    <message>
        <source>Differs from another pair only in case, digits or punctuation</source>
        <translation>Unterscheidet sich von einem anderen Paar nur in Großschreibung, Ziffern oder Satzzeichen</translation>
    </message>
    <message>
        <source>Duplicate pair</source>
        <translation>Doppeltes Paar</translation>
    </message>
    <message>
        <source>Both sides are the same</source>
        <translation>Beide Seiten sind gleich</translation>
    </message>
    <message>
        <source>One side is also in the validation or test text</source>
        <translation>Eine Seite steht auch im Validierungs- oder Testtext</translation>
    </message>
    <message>
        <source>One side is in text excluded from training</source>
        <translation>Eine Seite steht in Text, der vom Training ausgeschlossen ist</translation>
    </message>
    <message>
        <source>The recipe excludes text of this origin</source>
        <translation>Das Rezept schließt Text dieser Herkunft aus</translation>
    </message>
    <message>
        <source>One side is in another language</source>
        <translation>Eine Seite ist in einer anderen Sprache</translation>
    </message>
</context>
<context>
    <name>DropTarget</name>
    <message>
        <source>Drop to translate documents or add models</source>
        <translation>Zum Übersetzen von Dokumenten oder Hinzufügen von Modellen hier ablegen</translation>
    </message>
</context>
<context>
    <name>EditPresenter</name>
    <message>
        <source>Sentence pairs in your training text from {source} to {target}: {count} ({added} new). Train a model with them under “Your own sentence pairs”.</source>
        <translation>Satzpaare in Ihrem Trainingstext von {source} nach {target}: {count} ({added} neu). Mit ihnen trainieren Sie ein Modell unter „Eigene Satzpaare“.</translation>
    </message>
    <message>
        <source>You changed a sentence whose translation you had edited.</source>
        <translation>Sie haben einen Satz geändert, dessen Übersetzung Sie bearbeitet hatten.</translation>
    </message>
    <message>
        <source>Use my wording</source>
        <translation>Meine Fassung verwenden</translation>
    </message>
</context>
<context>
    <name>EditTools</name>
    <message>
        <source>Edit the translation</source>
        <translation>Übersetzung bearbeiten</translation>
    </message>
    <message>
        <source>Stop editing ({keys})</source>
        <translation>Bearbeiten beenden ({keys})</translation>
    </message>
    <message>
        <source>Edit ({keys})</source>
        <translation>Bearbeiten ({keys})</translation>
    </message>
    <message>
        <source>{count} edited</source>
        <translation>{count} bearbeitet</translation>
    </message>
    <message>
        <source>Edited sentences: {count}</source>
        <translation>Bearbeitete Sätze: {count}</translation>
    </message>
    <message>
        <source>Use the model&apos;s translation instead of “{sentence}”</source>
        <translation>Übersetzung des Modells statt „{sentence}“ verwenden</translation>
    </message>
    <message>
        <source>Use the model&apos;s translation everywhere</source>
        <translation>Überall die Übersetzung des Modells verwenden</translation>
    </message>
    <message>
        <source>Add to my training text</source>
        <translation>Zu meinem Trainingstext hinzufügen</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Dictionary</source>
        <translation>Wörterbuch</translation>
    </message>
    <message>
        <source>Pin linked words</source>
        <translation>Verbundene Wörter anheften</translation>
    </message>
</context>
<context>
    <name>EpochProgress</name>
    <message>
        <source>Training progress</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
</context>
<context>
    <name>EpochSlider</name>
    <message>
        <source>Previous epoch</source>
        <translation>Vorige Epoche</translation>
    </message>
    <message>
        <source>Next epoch</source>
        <translation>Nächste Epoche</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Go to the previous epoch</source>
        <translation>Zur vorigen Epoche</translation>
    </message>
    <message>
        <source>Go to the next epoch</source>
        <translation>Zur nächsten Epoche</translation>
    </message>
    <message>
        <source>Drag or use the arrow keys</source>
        <translation>Ziehen oder Pfeiltasten benutzen</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>Glossary not followed</source>
        <translation>Glossar nicht befolgt</translation>
    </message>
    <message>
        <source>Nothing can be saved</source>
        <translation>Nichts kann gespeichert werden</translation>
    </message>
    <message>
        <source>Not enough memory</source>
        <translation>Zu wenig Arbeitsspeicher</translation>
    </message>
    <message>
        <source>The translation failed</source>
        <translation>Die Übersetzung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Not a usable model file</source>
        <translation>Keine brauchbare Modelldatei</translation>
    </message>
    <message>
        <source>The text is too long</source>
        <translation>Der Text ist zu lang</translation>
    </message>
    <message>
        <source>The device cannot be used</source>
        <translation>Das Gerät kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The file was not translated</source>
        <translation>Die Datei wurde nicht übersetzt</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary is damaged</source>
        <translation>Der Wortschatz des Modells ist beschädigt</translation>
    </message>
    <message>
        <source>The training text in {path}, line {line}, cannot be used: {reason}. Fix the line, or choose another file.</source>
        <translation>Der Trainingstext in {path}, Zeile {line}, ist nicht verwendbar: {reason}. Berichtigen Sie die Zeile oder wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The run cannot be used</source>
        <translation>Der Lauf ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The run in {path} cannot be used: {reason}.</source>
        <translation>Der Lauf in {path} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>Training diverged</source>
        <translation>Das Training ist divergiert</translation>
    </message>
    <message>
        <source>There is no model in {path} any more. Choose another, or import it again.</source>
        <translation>In {path} ist kein Modell mehr. Wählen Sie ein anderes oder importieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model is damaged</source>
        <translation>Das Modell ist beschädigt</translation>
    </message>
    <message>
        <source>The model was not removed</source>
        <translation>Das Modell wurde nicht entfernt</translation>
    </message>
    <message>
        <source>The model cannot be used</source>
        <translation>Das Modell kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The device or a file cannot be used</source>
        <translation>Das Gerät oder eine Datei ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The model in {path} cannot be used. Choose another, or import it again.</source>
        <translation>Das Modell in {path} kann nicht verwendet werden. Wählen Sie ein anderes oder importieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model in {path} is incomplete. Choose another, or import or train it again.</source>
        <translation>Das Modell in {path} ist nicht vollständig. Wählen Sie ein anderes oder importieren oder trainieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>This model is being changed elsewhere</source>
        <translation>Dieses Modell wird gerade anderswo geändert</translation>
    </message>
    <message>
        <source>{path} is being imported, replaced or removed by another program or another part of this one. Nothing was changed. Wait until that has finished, then try again.</source>
        <translation>{path} wird gerade von einem anderen Programm oder an anderer Stelle in diesem Programm importiert, ersetzt oder entfernt. Es wurde nichts geändert. Warten Sie, bis das abgeschlossen ist, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>The model was not compressed</source>
        <translation>Das Modell wurde nicht verkleinert</translation>
    </message>
    <message>
        <source>No smaller copy of the model in {path} was made.</source>
        <translation>Von dem Modell in {path} wurde keine kleinere Kopie erstellt.</translation>
    </message>
    <message>
        <source>The model cannot be exported in this format</source>
        <translation>Das Modell lässt sich nicht in diesem Format exportieren</translation>
    </message>
    <message>
        <source>{program} cannot compute the model in {path}. Nothing was written. Choose another format.</source>
        <translation>{program} kann das Modell in {path} nicht berechnen. Es wurde nichts geschrieben. Wählen Sie ein anderes Format.</translation>
    </message>
    <message>
        <source>The model cannot be imported</source>
        <translation>Das Modell kann nicht importiert werden</translation>
    </message>
    <message>
        <source>The model in {path} is damaged, or of a kind that Translucent cannot use. Nothing was imported.</source>
        <translation>Das Modell in {path} ist beschädigt oder von einer Art, die Translucent nicht verwenden kann. Es wurde nichts importiert.</translation>
    </message>
    <message>
        <source>Languages unknown</source>
        <translation>Sprachen unbekannt</translation>
    </message>
    <message>
        <source>The model in {path} does not say which languages it translates. Import it again, and choose its languages.</source>
        <translation>Das Modell in {path} gibt nicht an, welche Sprachen es übersetzt. Importieren Sie es erneut und wählen Sie seine Sprachen aus.</translation>
    </message>
    <message>
        <source>The model could not be downloaded</source>
        <translation>Das Modell konnte nicht heruntergeladen werden</translation>
    </message>
    <message>
        <source>{name} could not be downloaded: {reasons}. Check your connection and try again, or get the file some other way and import it.</source>
        <translation>{name} konnte nicht heruntergeladen werden: {reasons}. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal, oder besorgen Sie die Datei auf anderem Weg und importieren Sie sie.</translation>
    </message>
    <message>
        <source>Not enough disk space</source>
        <translation>Nicht genug Speicherplatz</translation>
    </message>
    <message>
        <source>The download needs {needed_mb} MB on the disk of {path}, where {free_mb} MB are free. Delete files that you no longer need.</source>
        <translation>Für das Herunterladen sind auf dem Datenträger von {path} {needed_mb} MB nötig, frei sind {free_mb} MB. Löschen Sie Dateien, die Sie nicht mehr brauchen.</translation>
    </message>
    <message>
        <source>This needs the full edition</source>
        <translation>Dafür ist die vollständige Ausgabe nötig</translation>
    </message>
    <message>
        <source>{task} needs the full edition of Translucent. This is the small edition, which has no PyTorch. Install the full one; it uses the same models and settings.</source>
        <translation>{task} ist nur mit der vollständigen Ausgabe von Translucent möglich. Dies ist die kleine Ausgabe, die kein PyTorch enthält. Installieren Sie die vollständige; sie verwendet dieselben Modelle und Einstellungen.</translation>
    </message>
    <message>
        <source>{path} {reason}.</source>
        <translation>{path} {reason}.</translation>
    </message>
    <message>
        <source>The training text cannot be used</source>
        <translation>Der Trainingstext ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The training text in {path} cannot be used: {reason}.</source>
        <translation>Der Trainingstext in {path} ist nicht verwendbar: {reason}.</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>Der Datenträger ist voll</translation>
    </message>
    <message>
        <source>The history cannot be used</source>
        <translation>Der Verlauf ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The history in {file} cannot be used.</source>
        <translation>Der Verlauf in {file} ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>The history was not changed</source>
        <translation>Der Verlauf wurde nicht geändert</translation>
    </message>
    <message>
        <source>The history could not be read or written: the disk may be full, or another window may be using it. Try again.</source>
        <translation>Der Verlauf konnte nicht gelesen oder geschrieben werden: Vielleicht ist der Datenträger voll oder ein anderes Fenster verwendet ihn gerade. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again.</source>
        <translation>Schaffen Sie Platz auf dem Datenträger und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The translation does not follow the glossary: {terms}.</source>
        <translation>Die Übersetzung folgt dem Glossar nicht: {terms}.</translation>
    </message>
    <message>
        <source>Access denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>The file cannot be read or written</source>
        <translation>Die Datei kann nicht gelesen oder geschrieben werden</translation>
    </message>
    <message>
        <source>{details} and {count} more</source>
        <translation>{details} und {count} weitere</translation>
    </message>
    <message>
        <source>The port cannot be used</source>
        <translation>Der Port kann nicht benutzt werden</translation>
    </message>
    <message>
        <source>Port {port} cannot be used; another program may be using it. Choose another port.</source>
        <translation>Port {port} kann nicht benutzt werden; vielleicht benutzt ihn ein anderes Programm. Wählen Sie einen anderen Port.</translation>
    </message>
    <message>
        <source>End is missing</source>
        <translation>Ende fehlt</translation>
    </message>
    <message>
        <source>Repeats itself</source>
        <translation>Wiederholt sich</translation>
    </message>
    <message>
        <source>Hardly translated</source>
        <translation>Kaum übersetzt</translation>
    </message>
    <message>
        <source>Unknown words</source>
        <translation>Unbekannte Wörter</translation>
    </message>
    <message>
        <source>Corrected number</source>
        <translation>Berichtigte Zahl</translation>
    </message>
    <message>
        <source>Unfamiliar text</source>
        <translation>Unvertrauter Text</translation>
    </message>
    <message>
        <source>Another language</source>
        <translation>Andere Sprache</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>Zeile {number}</translation>
    </message>
    <message>
        <source>paragraph {number}</source>
        <translation>Absatz {number}</translation>
    </message>
    <message>
        <source>The glossary file was not used</source>
        <translation>Die Glossardatei wurde nicht verwendet</translation>
    </message>
    <message>
        <source>Corrected a number: {numbers}.</source>
        <translation>Zahl berichtigt: {numbers}.</translation>
    </message>
    <message>
        <source>Outside what this model knows. Check it before using it.</source>
        <translation>Das liegt außerhalb dessen, was dieses Modell kennt. Prüfen Sie es, bevor Sie es verwenden.</translation>
    </message>
    <message>
        <source>The translation repeats itself: “{words}”.</source>
        <translation>Die Übersetzung wiederholt sich: „{words}“.</translation>
    </message>
    <message>
        <source>Translucent cannot write to {folder}. Settings and history will be lost when you close the window. Make the folder writable, or set TRANSLUCENT_HOME to a folder you can write to.</source>
        <translation>Translucent kann nicht in {folder} schreiben. Einstellungen und Verlauf gehen verloren, wenn Sie das Fenster schließen. Machen Sie den Ordner beschreibbar oder setzen Sie TRANSLUCENT_HOME auf einen Ordner, in den Sie schreiben können.</translation>
    </message>
    <message>
        <source>There is not enough memory for this. Close other programs, or translate the text in parts.</source>
        <translation>Der Arbeitsspeicher reicht hierfür nicht. Schließen Sie andere Programme oder übersetzen Sie den Text in Teilen.</translation>
    </message>
    <message>
        <source>Something unexpected happened during translation. Your text is still here. Try again, or choose another model. See the log file for details.</source>
        <translation>Beim Übersetzen ist etwas Unerwartetes geschehen. Ihr Text ist noch da. Versuchen Sie es noch einmal oder wählen Sie ein anderes Modell. Einzelheiten stehen in der Protokolldatei.</translation>
    </message>
    <message>
        <source>Something unexpected happened. You can keep working. If it happens again, save your text and restart the program. See the log file for details.</source>
        <translation>Etwas Unerwartetes ist geschehen. Sie können weiterarbeiten. Geschieht es noch einmal, speichern Sie Ihren Text und starten Sie das Programm neu. Einzelheiten stehen in der Protokolldatei.</translation>
    </message>
    <message>
        <source>Model not available</source>
        <translation>Modell nicht verfügbar</translation>
    </message>
    <message>
        <source>No installed model matches your request. Choose another, or import or train one.</source>
        <translation>Kein installiertes Modell passt zu Ihrer Auswahl. Wählen Sie ein anderes oder importieren oder trainieren Sie eines.</translation>
    </message>
    <message>
        <source>The text has {length} characters; the limit is {limit}. Translate it as a file, or in parts.</source>
        <translation>Der Text hat {length} Zeichen; erlaubt sind {limit}. Übersetzen Sie ihn als Datei oder in Teilen.</translation>
    </message>
    <message>
        <source>The device “{wish}” cannot be used on this computer. Choose “Automatic” or the processor in the settings.</source>
        <translation>Das Gerät „{wish}“ kann auf diesem Computer nicht verwendet werden. Wählen Sie in den Einstellungen „Automatisch“ oder den Prozessor.</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary cannot be read. Import or train the model again, or choose another.</source>
        <translation>Der Wortschatz des Modells ist nicht lesbar. Importieren oder trainieren Sie das Modell noch einmal oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>{name} could not be downloaded: {reasons}. Check your connection and try again, or get the files some other way and choose their folder or zip.</source>
        <translation>{name} ließ sich nicht herunterladen: {reasons}. Prüfen Sie die Verbindung und versuchen Sie es erneut, oder besorgen Sie die Dateien auf anderem Weg und wählen Sie deren Ordner oder Zip-Datei.</translation>
    </message>
    <message>
        <source>Training could not continue. Resume it, or start again with other settings.</source>
        <translation>Das Training konnte nicht weitergehen. Setzen Sie es fort oder beginnen Sie mit anderen Einstellungen neu.</translation>
    </message>
    <message>
        <source>At step {step} the loss was no longer a number, and halving the learning rate did not help. Start again with a lower learning rate or a longer warm-up.</source>
        <translation>Bei Schritt {step} war der Verlust keine Zahl mehr, und auch die halbe Lernrate half nicht. Beginnen Sie neu mit kleinerer Lernrate oder längerem Aufwärmen.</translation>
    </message>
    <message>
        <source>Batches of {tokens_per_batch} tokens do not fit in the device&apos;s memory. Close other programs, choose a smaller model, or train on the processor.</source>
        <translation>Stapel von {tokens_per_batch} Tokens passen nicht in den Speicher des Geräts. Schließen Sie andere Programme, wählen Sie ein kleineres Modell oder trainieren Sie auf dem Prozessor.</translation>
    </message>
    <message>
        <source>There is no space left to write {path}. Free some space and resume training.</source>
        <translation>Für {path} ist kein Platz mehr. Schaffen Sie Platz und setzen Sie das Training fort.</translation>
    </message>
    <message>
        <source>Model not found</source>
        <translation>Modell nicht gefunden</translation>
    </message>
    <message>
        <source>The model needs a newer version</source>
        <translation>Das Modell braucht eine neuere Version</translation>
    </message>
    <message>
        <source>The model in {path} was made by a newer version of Translucent. Update Translucent to use it.</source>
        <translation>Das Modell in {path} stammt von einer neueren Version von Translucent. Aktualisieren Sie Translucent, um es zu verwenden.</translation>
    </message>
    <message>
        <source>A model with this name already exists</source>
        <translation>Ein Modell mit diesem Namen gibt es schon</translation>
    </message>
    <message>
        <source>{path} already exists. Nothing was overwritten. Choose another name, or remove that model first.</source>
        <translation>{path} gibt es schon. Nichts wurde überschrieben. Wählen Sie einen anderen Namen oder entfernen Sie zuerst jenes Modell.</translation>
    </message>
    <message>
        <source>The model in {path} was not removed. Built-in models cannot be removed; other models may be in use by another program.</source>
        <translation>Das Modell in {path} wurde nicht entfernt. Mitgelieferte Modelle lassen sich nicht entfernen; andere werden vielleicht gerade von einem anderen Programm verwendet.</translation>
    </message>
    <message>
        <source>Choose another device, or start again.</source>
        <translation>Wählen Sie ein anderes Gerät oder beginnen Sie von vorn.</translation>
    </message>
    <message>
        <source>Invalid training settings</source>
        <translation>Ungültige Trainingseinstellungen</translation>
    </message>
    <message>
        <source>Some training settings cannot be used. Change them: {problems}</source>
        <translation>Einige Trainingseinstellungen sind nicht verwendbar. Ändern Sie sie: {problems}</translation>
    </message>
    <message>
        <source>The training text could not be downloaded</source>
        <translation>Der Trainingstext ließ sich nicht herunterladen</translation>
    </message>
    <message>
        <source>Not enough memory for training</source>
        <translation>Zu wenig Speicher für das Training</translation>
    </message>
    <message>
        <source>Training stopped</source>
        <translation>Das Training wurde angehalten</translation>
    </message>
    <message>
        <source>Training failed</source>
        <translation>Das Training ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The model could not be created. See the run&apos;s log for details.</source>
        <translation>Das Modell konnte nicht erstellt werden. Einzelheiten stehen im Protokoll des Laufs.</translation>
    </message>
    <message>
        <source>The history needs a newer version</source>
        <translation>Der Verlauf braucht eine neuere Version</translation>
    </message>
    <message>
        <source>The history in {file} was written by a newer version of Translucent and was left unchanged. Until you update Translucent, translations are remembered only while the window is open.</source>
        <translation>Der Verlauf in {file} stammt von einer neueren Version von Translucent und wurde nicht verändert. Bis Sie Translucent aktualisieren, bleiben Übersetzungen nur erhalten, solange das Fenster offen ist.</translation>
    </message>
    <message>
        <source>The history is not saved</source>
        <translation>Der Verlauf wird nicht gespeichert</translation>
    </message>
    <message>
        <source>Translucent cannot write to {file}. Translations are remembered only while the window is open.</source>
        <translation>Translucent kann nicht in {file} schreiben. Übersetzungen bleiben nur erhalten, solange das Fenster offen ist.</translation>
    </message>
    <message>
        <source>Removed texts are still on the disk</source>
        <translation>Gelöschte Texte sind noch auf der Festplatte</translation>
    </message>
    <message>
        <source>The history no longer shows what you removed, but {file} still contains it, because another program is reading that file. Close other windows of Translucent, then clear the history again.</source>
        <translation>Der Verlauf zeigt nicht mehr, was Sie gelöscht haben, aber {file} enthält es noch, weil ein anderes Programm diese Datei liest. Schließen Sie andere Fenster von Translucent und löschen Sie den Verlauf dann noch einmal.</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>Sie wurde vielleicht verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>You don&apos;t have permission to access the file or its folder, or another program is using it.</source>
        <translation>Sie haben keine Berechtigung für die Datei oder ihren Ordner, oder ein anderes Programm verwendet sie gerade.</translation>
    </message>
    <message>
        <source>Try again, or choose another location.</source>
        <translation>Versuchen Sie es noch einmal oder wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>The translation is almost the same as your text. Check it before using it.</source>
        <translation>Die Übersetzung ist fast dasselbe wie Ihr Text. Prüfen Sie sie, bevor Sie sie verwenden.</translation>
    </message>
    <message>
        <source>Unknown word: {words}. Check its spelling.</source>
        <translation>Unbekanntes Wort: {words}. Prüfen Sie die Schreibweise.</translation>
    </message>
    <message>
        <source>Unknown words: {words}. Check their spelling.</source>
        <translation>Unbekannte Wörter: {words}. Prüfen Sie die Schreibweise.</translation>
    </message>
    <message>
        <source>1 word may be missing from the translation: {words}.</source>
        <translation>1 Wort fehlt vielleicht in der Übersetzung: {words}.</translation>
    </message>
    <message>
        <source>{number} words may be missing from the translation: {words}.</source>
        <translation>{number} Wörter fehlen vielleicht in der Übersetzung: {words}.</translation>
    </message>
    <message>
        <source>1 word may be only in the translation: {words}.</source>
        <translation>1 Wort steht vielleicht nur in der Übersetzung: {words}.</translation>
    </message>
    <message>
        <source>{number} words may be only in the translation: {words}.</source>
        <translation>{number} Wörter stehen vielleicht nur in der Übersetzung: {words}.</translation>
    </message>
    <message>
        <source>Spaces between words are missing from this file. Check the translation before using it.</source>
        <translation>In dieser Datei fehlen Leerzeichen zwischen Wörtern. Prüfen Sie die Übersetzung, bevor Sie sie verwenden.</translation>
    </message>
    <message>
        <source>This looks like {language}, but the model translates from {source}.</source>
        <translation>Das sieht nach {language} aus, aber das Modell übersetzt aus {source}.</translation>
    </message>
    <message>
        <source>This is in {language}, so it was not translated.</source>
        <translation>Der Satz ist auf {language}, daher wurde er nicht übersetzt.</translation>
    </message>
    <message>
        <source>Missing words</source>
        <translation>Fehlende Wörter</translation>
    </message>
    <message>
        <source>Added words</source>
        <translation>Zusätzliche Wörter</translation>
    </message>
    <message>
        <source>A name has 1 to {limit} characters.</source>
        <translation>Ein Name hat 1 bis {limit} Zeichen.</translation>
    </message>
    <message>
        <source>A name cannot start with a hyphen, or start or end with a space or a full stop.</source>
        <translation>Ein Name darf nicht mit einem Bindestrich beginnen und nicht mit einem Leerzeichen oder Punkt beginnen oder enden.</translation>
    </message>
    <message>
        <source>Spaces missing</source>
        <translation>Leerzeichen fehlen</translation>
    </message>
    <message>
        <source>A name cannot contain / \ : * ? &quot; &lt; &gt; | or invisible characters.</source>
        <translation>Ein Name darf weder / \ : * ? &quot; &lt; &gt; | noch unsichtbare Zeichen enthalten.</translation>
    </message>
    <message>
        <source>Windows reserves this name. Choose another.</source>
        <translation>Windows reserviert diesen Namen. Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Datei nicht gefunden</translation>
    </message>
    <message>
        <source>The end of this translation is missing: the sentence is too long for the model. Try shorter sentences.</source>
        <translation>Das Ende dieser Übersetzung fehlt: Der Satz ist zu lang für das Modell. Versuchen Sie kürzere Sätze.</translation>
    </message>
    <message>
        <source>Plain text only</source>
        <translation>Nur reiner Text</translation>
    </message>
    <message>
        <source>Only the text was read: layout, pictures and tables are lost.</source>
        <translation>Nur der Text wurde gelesen: Layout, Bilder und Tabellen gehen verloren.</translation>
    </message>
    <message>
        <source>Two steps</source>
        <translation>Zwei Schritte</translation>
    </message>
    <message>
        <source>Translated through {language}, because no installed model translates directly. Mistakes of both steps add up.</source>
        <translation>Über {language} übersetzt, weil kein installiertes Modell direkt übersetzt. Fehler beider Schritte summieren sich.</translation>
    </message>
    <message>
        <source>{path} is damaged, or not a model. Nothing was installed. Download it again.</source>
        <translation>{path} ist beschädigt oder kein Modell. Nichts wurde installiert. Laden Sie die Datei noch einmal herunter.</translation>
    </message>
    <message>
        <source>Your settings are not loaded, and changes last only until you close the window.</source>
        <translation>Ihre Einstellungen werden nicht geladen, und Änderungen gelten nur, bis Sie das Fenster schließen.</translation>
    </message>
    <message>
        <source>Your history, glossary and corrections are neither loaded nor saved, and your own models and training runs are not listed.</source>
        <translation>Verlauf, Glossar und Korrekturen werden weder geladen noch gespeichert, und Ihre eigenen Modelle und Trainingsläufe werden nicht aufgeführt.</translation>
    </message>
    <message>
        <source>Your own models are not listed, and none can be added.</source>
        <translation>Ihre eigenen Modelle werden nicht aufgeführt, und es können keine hinzugefügt werden.</translation>
    </message>
    <message>
        <source>Your training runs are not listed, and none can be started.</source>
        <translation>Ihre Trainingsläufe werden nicht aufgeführt, und es kann keiner gestartet werden.</translation>
    </message>
    <message>
        <source>Neither a log nor crash reports are saved.</source>
        <translation>Weder ein Protokoll noch Absturzberichte werden gespeichert.</translation>
    </message>
    <message>
        <source>{path} is not a folder. {effect} Move it elsewhere, then restart Translucent.</source>
        <translation>{path} ist kein Ordner. {effect} Verschieben Sie die Datei und starten Sie Translucent neu.</translation>
    </message>
    <message>
        <source>{path} is a link to a folder that does not exist. {effect} Connect the drive with that folder or remove the link, then restart Translucent.</source>
        <translation>{path} verweist auf einen Ordner, den es nicht gibt. {effect} Schließen Sie das Laufwerk mit diesem Ordner an oder entfernen Sie die Verknüpfung, und starten Sie Translucent neu.</translation>
    </message>
    <message>
        <source>The folder {path} belongs to another user. {effect} Take ownership of it, or set TRANSLUCENT_HOME to a folder of your own, then restart Translucent.</source>
        <translation>Der Ordner {path} gehört einem anderen Benutzer. {effect} Übernehmen Sie den Besitz oder setzen Sie TRANSLUCENT_HOME auf einen eigenen Ordner, und starten Sie Translucent neu.</translation>
    </message>
    <message>
        <source>You don&apos;t have permission to open the folder {path}. {effect} Give yourself permission to read and write it, then restart Translucent.</source>
        <translation>Sie haben nicht das Recht, den Ordner {path} zu öffnen. {effect} Geben Sie sich Lese- und Schreibrechte und starten Sie Translucent neu.</translation>
    </message>
    <message>
        <source>The folder {path} cannot be read. {effect} Check the disk or network it is on, then restart Translucent.</source>
        <translation>Der Ordner {path} kann nicht gelesen werden. {effect} Prüfen Sie den Datenträger oder das Netzwerk, auf dem er liegt, und starten Sie Translucent neu.</translation>
    </message>
    <message>
        <source>The name is too long: emoji count as several characters.</source>
        <translation>Der Name ist zu lang: Emojis zählen als mehrere Zeichen.</translation>
    </message>
    <message>
        <source>Not translated</source>
        <translation>Nicht übersetzt</translation>
    </message>
    <message>
        <source>Too long for a word, so it was not translated: {words}.</source>
        <translation>Zu lang für ein Wort und daher nicht übersetzt: {words}.</translation>
    </message>
    <message>
        <source>Missing from the translation, or different there: {numbers}.</source>
        <translation>Fehlt in der Übersetzung oder steht dort anders: {numbers}.</translation>
    </message>
    <message>
        <source>Only in the translation, not in your text: {numbers}.</source>
        <translation>Nur in der Übersetzung, nicht in Ihrem Text: {numbers}.</translation>
    </message>
    <message>
        <source>Numbers differ</source>
        <translation>Zahlen weichen ab</translation>
    </message>
    <message>
        <source>Added numbers</source>
        <translation>Zahlen hinzugefügt</translation>
    </message>
    <message>
        <source>Names changed</source>
        <translation>Namen verändert</translation>
    </message>
    <message>
        <source>Names or codes changed by the translation: {names}.</source>
        <translation>Namen oder Codes in der Übersetzung verändert: {names}.</translation>
    </message>
</context>
<context>
    <name>ExpertPage</name>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>&amp;Undo all changes</source>
        <translation>&amp;Alle Änderungen zurücknehmen</translation>
    </message>
    <message>
        <source>Go to these settings</source>
        <translation>Zu diesen Einstellungen gehen</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>Augmentierung</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>Valid changes apply immediately.</source>
        <translation>Gültige Änderungen wirken sofort.</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>Z&amp;eigen</translation>
    </message>
    <message>
        <source>Go to the next setting with a problem</source>
        <translation>Zur nächsten Einstellung mit einem Problem gehen</translation>
    </message>
    <message>
        <source>Restore the settings from when this page was opened</source>
        <translation>Die Einstellungen vom Öffnen dieser Seite wiederherstellen</translation>
    </message>
    <message>
        <source>No matching settings</source>
        <translation>Keine passenden Einstellungen</translation>
    </message>
    <message>
        <source>Translation search</source>
        <translation>Suche nach der Übersetzung</translation>
    </message>
    <message numerus="yes">
        <source>⚠ %n problem(s) to fix first</source>
        <translation>
            <numerusform>⚠ %n Problem ist erst zu beheben</numerusform>
            <numerusform>⚠ %n Probleme sind erst zu beheben</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportButton</name>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Translucent &amp;file…</source>
        <translation>Translucent-&amp;Datei …</translation>
    </message>
    <message>
        <source>Folder for {program}…</source>
        <translation>Ordner für {program} …</translation>
    </message>
    <message>
        <source>Other programs need the full edition</source>
        <translation>Andere Programme: nur in der vollständigen Ausgabe</translation>
    </message>
    <message>
        <source>Export the model</source>
        <translation>Modell exportieren</translation>
    </message>
    <message>
        <source>Models (*{suffix})</source>
        <translation>Modelle (*{suffix})</translation>
    </message>
    <message>
        <source>Export the model for {program}</source>
        <translation>Modell für {program} exportieren</translation>
    </message>
    <message>
        <source>Folders (*)</source>
        <translation>Ordner (*)</translation>
    </message>
</context>
<context>
    <name>FetchBox</name>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Herunterladen</translation>
    </message>
    <message>
        <source>A zip of the data set, as GitHub offers it</source>
        <translation>Eine Zip-Datei des Datensatzes, wie GitHub sie anbietet</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>The captions are on this computer.</source>
        <translation>Die Bildunterschriften sind auf diesem Computer.</translation>
    </message>
    <message>
        <source>&amp;Download again</source>
        <translation>Noch einmal &amp;herunterladen</translation>
    </message>
    <message>
        <source>Folder with Multi30k</source>
        <translation>Ordner mit Multi30k</translation>
    </message>
    <message>
        <source>Zip archives (*.zip);;All files (*)</source>
        <translation>Zip-Archive (*.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Zip with Multi30k</source>
        <translation>Zip-Datei mit Multi30k</translation>
    </message>
    <message>
        <source>Licence: captions of Flickr30k, provided for research and education. The card of every model trained on them says so.</source>
        <translation>Lizenz: Bildunterschriften von Flickr30k, für Forschung und Lehre bereitgestellt. Das steht auf der Karte jedes Modells, das damit trainiert wird.</translation>
    </message>
    <message>
        <source>Download about 2 MB; nothing is sent except the request</source>
        <translation>Etwa 2 MB herunterladen; gesendet wird nur die Anfrage</translation>
    </message>
    <message>
        <source>From a &amp;folder…</source>
        <translation>&amp;Aus einem Ordner …</translation>
    </message>
    <message>
        <source>A folder with the files of the data set</source>
        <translation>Ein Ordner mit den Dateien des Datensatzes</translation>
    </message>
    <message>
        <source>From a &amp;zip…</source>
        <translation>Aus einer &amp;Zip-Datei …</translation>
    </message>
    <message>
        <source>Addresses, one per line</source>
        <translation>Adressen, eine je Zeile</translation>
    </message>
    <message>
        <source>Other address or proxy</source>
        <translation>Andere Adresse oder Proxy</translation>
    </message>
    <message>
        <source>Addresses to try in order, one per line</source>
        <translation>Adressen, die der Reihe nach versucht werden, eine je Zeile</translation>
    </message>
    <message>
        <source>Leave empty to use the public address. Every file is checked against a known checksum, wherever it comes from.</source>
        <translation>Leer lassen für die öffentliche Adresse. Jede Datei wird mit einer bekannten Prüfsumme verglichen, woher sie auch kommt.</translation>
    </message>
    <message>
        <source>The captions are not on this computer yet. Download them once.</source>
        <translation>Die Bildunterschriften sind noch nicht auf diesem Computer. Laden Sie sie einmal herunter.</translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Translate the rest; what is done is kept</source>
        <translation>Den Rest übersetzen; was fertig ist, bleibt</translation>
    </message>
    <message>
        <source>Resume translating {name}</source>
        <translation>Die Übersetzung von {name} fortsetzen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>Fortschritt von {name}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop translating {name}</source>
        <translation>Die Übersetzung von {name} anhalten</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the translated file</source>
        <translation>Die übersetzte Datei öffnen</translation>
    </message>
    <message>
        <source>Open the translation of {name}</source>
        <translation>Die Übersetzung von {name} öffnen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Open the folder of the translated file</source>
        <translation>Den Ordner der übersetzten Datei öffnen</translation>
    </message>
    <message>
        <source>Show the translation of {name} in its folder</source>
        <translation>Die Übersetzung von {name} in ihrem Ordner zeigen</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>{name} aus dieser Liste entfernen</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln sentence(s)</source>
        <translation>
            <numerusform>{done} von %Ln Satz</numerusform>
            <numerusform>{done} von %Ln Sätzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sentence(s)</source>
        <translation>
            <numerusform>%Ln Satz</numerusform>
            <numerusform>%Ln Sätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped at {percent} %: {done} of %Ln sentence(s) done</source>
        <translation>
            <numerusform>Angehalten bei {percent} %: {done} von %Ln Satz fertig</numerusform>
            <numerusform>Angehalten bei {percent} %: {done} von %Ln Sätzen fertig</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved as {name}</source>
        <translation>Gespeichert als {name}</translation>
    </message>
    <message>
        <source>{name} was not translated</source>
        <translation>{name} wurde nicht übersetzt</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>List the sentences that need checking</source>
        <translation>Die Sätze auflisten, die zu prüfen sind</translation>
    </message>
    <message numerus="yes">
        <source>%Ln need checking</source>
        <translation>
            <numerusform>%Ln Satz prüfen</numerusform>
            <numerusform>%Ln Sätze prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and keep what is translated so far</source>
        <translation>Anhalten und behalten, was schon übersetzt ist</translation>
    </message>
    <message>
        <source>Remove from this list; the file is kept</source>
        <translation>Aus dieser Liste entfernen; die Datei bleibt</translation>
    </message>
</context>
<context>
    <name>FileOpening</name>
    <message>
        <source>Not translated: {names}. Only {kinds} files are supported.</source>
        <translation>Nicht übersetzt: {names}. Unterstützt werden nur {kinds}-Dateien.</translation>
    </message>
    <message>
        <source>Not found: {names}</source>
        <translation>Nicht gefunden: {names}</translation>
    </message>
</context>
<context>
    <name>FilePanel</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
</context>
<context>
    <name>FilePresenter</name>
    <message>
        <source>The file or a setting has changed since it was stopped, so it is translated from the beginning.</source>
        <translation>Die Datei oder eine Einstellung hat sich seit dem Anhalten geändert; deshalb wird von vorn übersetzt.</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>Collapse</source>
        <translation>Zuklappen</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>Aufklappen</translation>
    </message>
</context>
<context>
    <name>GlossaryPresenter</name>
    <message>
        <source>“{term}” is already in the glossary.</source>
        <translation>„{term}“ steht schon im Glossar.</translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) removed.</source>
        <translation>
            <numerusform>%n Begriff entfernt.</numerusform>
            <numerusform>%n Begriffe entfernt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) imported.</source>
        <translation>
            <numerusform>%n Begriff importiert.</numerusform>
            <numerusform>%n Begriffe importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) left out.</source>
        <translation>
            <numerusform>%n Zeile ausgelassen.</numerusform>
            <numerusform>%n Zeilen ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) written to {name}.</source>
        <translation>
            <numerusform>%n Begriff in {name} geschrieben.</numerusform>
            <numerusform>%n Begriffe in {name} geschrieben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GlossaryRows</name>
    <message>
        <source>Term</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>not translated</source>
        <translation>nicht übersetzt</translation>
    </message>
</context>
<context>
    <name>GlossaryWindow</name>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>&amp;Follow the glossary</source>
        <translation>Dem Glossar &amp;folgen</translation>
    </message>
    <message>
        <source>Translate these terms as they are listed here</source>
        <translation>Diese Begriffe so übersetzen, wie sie hier stehen</translation>
    </message>
    <message>
        <source>Search terms</source>
        <translation>Begriffe suchen</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>New term</source>
        <translation>Neuer Begriff</translation>
    </message>
    <message>
        <source>Translation; empty: not translated</source>
        <translation>Übersetzung; leer: nicht übersetzt</translation>
    </message>
    <message>
        <source>Translation of the new term; leave it empty to keep the term as it is</source>
        <translation>Übersetzung des neuen Begriffs; leer lassen, damit der Begriff bleibt, wie er ist</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren …</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>E&amp;xportieren …</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Remove the selected terms ({keys})</source>
        <translation>Die ausgewählten Begriffe entfernen ({keys})</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Begriffe</translation>
    </message>
    <message>
        <source>Write several forms of a word with “|” between them: Vertrag|Vertrags|Verträge.</source>
        <translation>Mehrere Formen eines Wortes trennen Sie mit „|“: Vertrag|Vertrags|Verträge.</translation>
    </message>
    <message>
        <source>No results for “{text}”</source>
        <translation>Keine Treffer für „{text}“</translation>
    </message>
    <message>
        <source>No terms yet. Add one below, import a file, or select a word in your text and choose “Add to glossary…” from its menu.</source>
        <translation>Noch keine Begriffe. Fügen Sie unten einen hinzu, importieren Sie eine Datei, oder wählen Sie ein Wort in Ihrem Text aus und in seinem Menü „Zum Glossar hinzufügen …“.</translation>
    </message>
    <message>
        <source>Glossaries ({kinds});;All files (*)</source>
        <translation>Glossare ({kinds});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import terms</source>
        <translation>Begriffe importieren</translation>
    </message>
    <message>
        <source>Export the terms</source>
        <translation>Begriffe exportieren</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Read terms from a CSV, TSV or TBX file; you can also drop it on this window</source>
        <translation>Begriffe aus einer CSV-, TSV- oder TBX-Datei lesen; Sie können sie auch auf dieses Fenster ziehen</translation>
    </message>
    <message>
        <source>Save the terms as a CSV file</source>
        <translation>Die Begriffe als CSV-Datei speichern</translation>
    </message>
    <message>
        <source>Undo the last change ({keys})</source>
        <translation>Die letzte Änderung rückgängig machen ({keys})</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>Search ({keys})</source>
        <translation>Suchen ({keys})</translation>
    </message>
    <message>
        <source>No results in the guide</source>
        <translation>Keine Treffer im Leitfaden</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Im Leitfaden suchen</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Translating</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Other words</source>
        <translation>Andere Wörter</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>History and privacy</source>
        <translation>Verlauf und Datenschutz</translation>
    </message>
    <message>
        <source>Marks in the texts</source>
        <translation>Markierungen in den Texten</translation>
    </message>
    <message>
        <source>Limits of the models</source>
        <translation>Grenzen der Modelle</translation>
    </message>
    <message>
        <source>Type or paste a text. The translation appears a moment after you stop typing; {translate} translates at once.</source>
        <translation>Tippen Sie einen Text oder fügen Sie ihn ein. Kurz nach der letzten Eingabe erscheint die Übersetzung; {translate} übersetzt sofort.</translation>
    </message>
    <message>
        <source>After you change the text, the old translation stays, fainter, until the new one is ready. Sentences that did not change are not translated again.</source>
        <translation>Ändern Sie den Text, bleibt die alte Übersetzung blasser stehen, bis die neue fertig ist. Unveränderte Sätze werden nicht noch einmal übersetzt.</translation>
    </message>
    <message>
        <source>Line breaks, blank lines and indents are kept. If you paste a text with a break at the end of every line, the program offers to join the lines, which gives a better translation.</source>
        <translation>Zeilenumbrüche, Leerzeilen und Einzüge bleiben erhalten. Fügen Sie einen Text ein, der am Ende jeder Zeile umbricht, bietet das Programm an, die Zeilen zu verbinden; das ergibt eine bessere Übersetzung.</translation>
    </message>
    <message>
        <source>{swap} swaps the languages and the texts. This needs a model for the opposite direction; if there is none, the button says so.</source>
        <translation>{swap} tauscht die Sprachen und die Texte. Dazu ist ein Modell für die Gegenrichtung nötig; gibt es keines, sagt es die Schaltfläche.</translation>
    </message>
    <message>
        <source>Below the translation you choose the model and, if the model has the choice, whether people are addressed as du or Sie. In a narrow window these choices are in the menu at the top right.</source>
        <translation>Unter der Übersetzung wählen Sie das Modell und, falls das Modell die Wahl hat, ob Menschen mit du oder Sie angesprochen werden. In einem schmalen Fenster stehen diese Wahlmöglichkeiten im Menü oben rechts.</translation>
    </message>
    <message>
        <source>Wavy: very unsure; the choice was little more than a guess.</source>
        <translation>Gewellt: sehr unsicher; die Wahl war kaum mehr als geraten.</translation>
    </message>
    <message>
        <source>Dotted: somewhat unsure; another word was nearly as likely. Shown only if you turn it on in the settings.</source>
        <translation>Gepunktet: etwas unsicher; ein anderes Wort war fast ebenso wahrscheinlich. Nur zu sehen, wenn Sie es in den Einstellungen einschalten.</translation>
    </message>
    <message>
        <source>Dashed: the other text does not seem to say this.</source>
        <translation>Gestrichelt: Der andere Text sagt das anscheinend nicht.</translation>
    </message>
    <message>
        <source>Dashed box in your text: a word the model does not know.</source>
        <translation>Gestrichelter Rahmen in Ihrem Text: ein Wort, das das Modell nicht kennt.</translation>
    </message>
    <message>
        <source>Small corners: a rare word, looked up in the included dictionary. Hover over it to see the entry.</source>
        <translation>Kleine Ecken: ein seltenes Wort, im mitgelieferten Wörterbuch nachgeschlagen. Zeigen Sie darauf, um den Eintrag zu sehen.</translation>
    </message>
    <message>
        <source>Dashes and dots: you edited this sentence ({keys}).</source>
        <translation>Striche und Punkte: Diesen Satz haben Sie bearbeitet ({keys}).</translation>
    </message>
    <message>
        <source>The model gives every word it could write next a probability, and writes a likely one. A dotted or wavy line means that the probability of the word was low.</source>
        <translation>Das Modell gibt jedem Wort, das es als nächstes schreiben könnte, eine Wahrscheinlichkeit und schreibt ein wahrscheinliches. Eine gepunktete oder gewellte Linie bedeutet, dass die Wahrscheinlichkeit des Wortes gering war.</translation>
    </message>
    <message>
        <source>A word without a line can still be wrong. The marks show how sure the model was, not whether it was right; for texts unlike its training text they mean little.</source>
        <translation>Auch ein Wort ohne Linie kann falsch sein. Die Markierungen zeigen, wie sicher das Modell war, nicht, ob es recht hatte; bei Texten, die seinen Trainingstexten nicht gleichen, bedeuten sie wenig.</translation>
    </message>
    <message>
        <source>On the {words} words used to measure this, they are off by {after} percentage points on average; before calibration it was {before}.</source>
        <translation>Bei den {words} Wörtern, an denen das gemessen wurde, liegen sie im Mittel um {after} Prozentpunkte daneben; vor dem Kalibrieren waren es {before}.</translation>
    </message>
    <message>
        <source>Click a word of the translation, or put the caret on it and press {keys}, to see which words could stand there instead, each with its probability and the resulting sentence.</source>
        <translation>Klicken Sie auf ein Wort der Übersetzung oder setzen Sie die Schreibmarke darauf und drücken Sie {keys}: Sie sehen die Wörter, die stattdessen dort stehen könnten, jedes mit seiner Wahrscheinlichkeit und dem Satz, der sich ergibt.</translation>
    </message>
    <message>
        <source>When you choose one, everything before it is kept and the rest of the sentence is translated again to fit. {keys} undoes the choice.</source>
        <translation>Wählen Sie eines, bleibt alles davor erhalten, und der Rest des Satzes wird passend dazu neu übersetzt. {keys} macht die Wahl rückgängig.</translation>
    </message>
    <message>
        <source>The menu of a word (right mouse button) also has its entries in the included English–German dictionary; choosing one copies it.</source>
        <translation>Im Menü eines Worts (rechte Maustaste) stehen auch seine Einträge im mitgelieferten Wörterbuch (Englisch–Deutsch); ein Klick auf einen Eintrag kopiert ihn.</translation>
    </message>
    <message>
        <source>Alternative translations of the whole sentence are listed too, best first. Their score is the mean log probability of their words: the closer to 0, the more likely.</source>
        <translation>Auch andere Übersetzungen des ganzen Satzes werden aufgeführt, die beste zuerst. Ihre Bewertung ist der mittlere Logarithmus der Wahrscheinlichkeiten ihrer Wörter: je näher an 0, desto wahrscheinlicher.</translation>
    </message>
    <message>
        <source>&lt;b&gt;A row&lt;/b&gt; is a word that looks, &lt;b&gt;a column&lt;/b&gt; a word it looks at. The weights of a row add up to 1; the brighter a cell, the larger its weight.</source>
        <translation>&lt;b&gt;Eine Zeile&lt;/b&gt; ist ein Wort, das blickt, &lt;b&gt;eine Spalte&lt;/b&gt; ein Wort, auf das es blickt. Die Gewichte einer Zeile ergeben zusammen 1; je heller eine Zelle, desto größer ihr Gewicht.</translation>
    </message>
    <message>
        <source>To write a word, the model weighs all the words it has read: this is attention. It does so many times over, in several layers with several heads each. {keys} shows these weights.</source>
        <translation>Um ein Wort zu schreiben, wägt das Modell alle Wörter ab, die es gelesen hat: Das ist Aufmerksamkeit. Es tut das viele Male, in mehreren Schichten mit je mehreren Köpfen. {keys} zeigt diese Gewichte.</translation>
    </message>
    <message>
        <source>{keys} shows your past translations, searchable and reusable. They are stored in a file on this computer; you can delete one entry with {delete}, or all of them. You can turn the history off in the settings.</source>
        <translation>{keys} zeigt Ihre früheren Übersetzungen; Sie können sie durchsuchen und wiederverwenden. Sie liegen in einer Datei auf diesem Computer; Sie können einen Eintrag mit {delete} löschen oder alle. In den Einstellungen können Sie den Verlauf abschalten.</translation>
    </message>
    <message>
        <source>The included models are small. “General” was trained on news, talks, messages, encyclopedias and manuals, “Photo captions” only on captions of photographs. Neither knows contracts, medicine or literature: a translation of such text may read well and still be wrong.</source>
        <translation>Die mitgelieferten Modelle sind klein. „Allgemein“ wurde mit Nachrichten, Vorträgen, Mitteilungen, Enzyklopädien und Anleitungen trainiert, „Bildbeschreibungen“ nur mit Bildunterschriften von Fotos. Verträge, Medizin und Literatur kennen beide nicht: Die Übersetzung eines solchen Textes liest sich vielleicht gut und ist doch falsch.</translation>
    </message>
    <message>
        <source>They translate sentence by sentence and do not know what the previous sentence said. Check numbers and names above all.</source>
        <translation>Sie übersetzen Satz für Satz und wissen nicht, was der vorige Satz sagte. Prüfen Sie vor allem Zahlen und Namen.</translation>
    </message>
    <message>
        <source>Do not rely on them where a mistake could harm someone.</source>
        <translation>Verlassen Sie sich nicht darauf, wo ein Fehler jemandem schaden könnte.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hover over a word or a cell&lt;/b&gt; to see its partners in both texts and in the map. Ctrl+click a word or click a cell to pin them; {keys} unpins them.</source>
        <translation>&lt;b&gt;Zeigen Sie auf ein Wort oder eine Zelle&lt;/b&gt;, um die Partner in beiden Texten und in der Karte zu sehen. Strg+Klick auf ein Wort oder ein Klick auf eine Zelle heftet sie an; {keys} löst sie.</translation>
    </message>
    <message>
        <source>Formatting, time codes, web addresses, code and placeholders are kept. If you stop a file, what has been translated so far is saved, and &lt;b&gt;Resume&lt;/b&gt; translates the rest, even after you close the program.</source>
        <translation>Auszeichnungen, Zeitangaben, Webadressen, Code und Platzhalter bleiben erhalten. Halten Sie eine Datei an, wird gespeichert, was schon übersetzt ist, und &lt;b&gt;Fortsetzen&lt;/b&gt; übersetzt den Rest, auch nachdem Sie das Programm geschlossen haben.</translation>
    </message>
    <message>
        <source>A line below the texts notes anything that needs a second look: words the model does not know, text unlike its training text, a translation that repeats itself or was cut short. Its button lists all notes, and &lt;b&gt;Show&lt;/b&gt; marks the sentence and its translation.</source>
        <translation>Eine Zeile unter den Texten weist auf alles hin, was Sie prüfen sollten: Wörter, die das Modell nicht kennt, Text, der anders ist als sein Trainingstext, eine Übersetzung, die sich wiederholt oder abgeschnitten wurde. Ihre Schaltfläche listet alle Hinweise auf, und &lt;b&gt;Zeigen&lt;/b&gt; markiert den Satz und seine Übersetzung.</translation>
    </message>
    <message>
        <source>While a long text is translated, the last line shows how much is done and how long the rest will take. {cancel} stops it and keeps what is done.</source>
        <translation>Während ein langer Text übersetzt wird, zeigt die letzte Zeile, wie viel fertig ist und wie lange der Rest noch dauert. {cancel} hält das Übersetzen an und behält, was fertig ist.</translation>
    </message>
    <message>
        <source>Drop documents on the window, or choose them with {keys}: Word (.docx), PowerPoint (.pptx), Excel (.xlsx), OpenDocument (.odt), books (.epub), web pages (.html), Markdown (.md), subtitles (.srt), plain text (.txt) or PDF, of which only the text is translated. The translation is saved beside the file, with the language in its name; the file itself is not changed.</source>
        <translation>Ziehen Sie Dokumente auf das Fenster oder wählen Sie sie mit {keys}: Word (.docx), PowerPoint (.pptx), Excel (.xlsx), OpenDocument (.odt), Bücher (.epub), Webseiten (.html), Markdown (.md), Untertitel (.srt), reinen Text (.txt) oder PDF, von dem nur der Text übersetzt wird. Die Übersetzung wird neben der Datei gespeichert, mit der Sprache im Namen; die Datei selbst bleibt unverändert.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Both texts&lt;/b&gt; (cross-attention): the translation looks at your text.</source>
        <translation>&lt;b&gt;Beide Texte&lt;/b&gt; (Kreuz-Aufmerksamkeit): Die Übersetzung blickt auf Ihren Text.</translation>
    </message>
    <message>
        <source>You can turn the marks on and off in the settings ({keys}).</source>
        <translation>In den Einstellungen ({keys}) können Sie die Markierungen ein- und ausschalten.</translation>
    </message>
    <message>
        <source>The chosen model&apos;s probabilities are calibrated: of the words at 70 %, about 70 in 100 are words that a person translating the same sentence also chose. Very unsure means below {doubtful}, somewhat unsure below {unsure}.</source>
        <translation>Die Wahrscheinlichkeiten des gewählten Modells sind kalibriert: Von Wörtern mit 70 % hat etwa 70 von 100 auch ein Mensch gewählt, der denselben Satz übersetzte. Sehr unsicher heißt unter {doubtful}, etwas unsicher unter {unsure}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Source&lt;/b&gt; (encoder): the words of your text look at each other.</source>
        <translation>&lt;b&gt;Ausgangstext&lt;/b&gt; (Encoder): Die Wörter Ihres Textes blicken aufeinander.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Translation&lt;/b&gt; (decoder): the translation looks at what it has written so far.</source>
        <translation>&lt;b&gt;Übersetzung&lt;/b&gt; (Decoder): Die Übersetzung blickt auf das, was sie bisher geschrieben hat.</translation>
    </message>
    <message>
        <source>&lt;b&gt;All heads&lt;/b&gt; shows every layer (top to bottom) and head (left to right) at once. Click one, or use the arrow keys, to see its map.</source>
        <translation>&lt;b&gt;Alle Köpfe&lt;/b&gt; zeigt jede Schicht (von oben nach unten) und jeden Kopf (von links nach rechts) auf einmal. Klicken Sie einen an oder nutzen Sie die Pfeiltasten, um seine Karte zu sehen.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Shift by one step&lt;/b&gt;, in the menu “More”: the model looks at your text twice for each word: while choosing the word, and again after reading what it wrote. The second look often shows better where the word comes from.</source>
        <translation>&lt;b&gt;Um einen Schritt verschieben&lt;/b&gt;, im Menü „Mehr“: Das Modell blickt für jedes Wort zweimal auf Ihren Text: während es das Wort wählt, und noch einmal, wenn es gelesen hat, was es schrieb. Der zweite Blick zeigt oft besser, woher das Wort kommt.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Sinks:&lt;/b&gt; when a head has nothing to look for, it rests on the end of the sentence or its full stop. That weight means little; “More” can hide it, and each row then adds up to 1 without it.</source>
        <translation>&lt;b&gt;Ruhepunkte:&lt;/b&gt; Wenn ein Kopf nichts zu suchen hat, ruht er auf dem Ende des Satzes oder auf seinem Punkt. Dieses Gewicht bedeutet wenig; „Mehr“ kann es ausblenden, und jede Zeile ergibt dann ohne es 1.</translation>
    </message>
    <message>
        <source>Thin double line: a term of your glossary.</source>
        <translation>Dünne Doppellinie: ein Begriff aus Ihrem Glossar.</translation>
    </message>
    <message>
        <source>Reading attention maps</source>
        <translation>Aufmerksamkeit lesen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Attention is a view into the model, not proof: it shows where the model looked, not why it chose a word.</source>
        <translation>Aufmerksamkeit ist ein Blick in das Modell, kein Beweis: Sie zeigt, wohin das Modell blickte, nicht, warum es ein Wort wählte.</translation>
    </message>
    <message>
        <source>The probabilities of the chosen model are not calibrated: nobody compared them with how often its words are right. They still show which of its words are less certain than others.</source>
        <translation>Die Wahrscheinlichkeiten des gewählten Modells sind nicht kalibriert: Niemand hat sie damit verglichen, wie oft seine Wörter stimmen. Sie zeigen trotzdem, welche seiner Wörter unsicherer sind als andere.</translation>
    </message>
    <message>
        <source>Add languages</source>
        <translation>Sprachen hinzufügen</translation>
    </message>
    <message>
        <source>{keys} lists models for hundreds of languages that others have published. Search for a language by its name or code, and press &lt;b&gt;Download&lt;/b&gt;. When the model is imported, &lt;b&gt;Use now&lt;/b&gt; translates with it; after that, it needs no internet.</source>
        <translation>{keys} zeigt Modelle für Hunderte von Sprachen, die andere veröffentlicht haben. Suchen Sie eine Sprache nach Namen oder Kürzel und klicken Sie auf &lt;b&gt;Herunterladen&lt;/b&gt;. Ist das Modell importiert, übersetzt &lt;b&gt;Jetzt verwenden&lt;/b&gt; damit; von da an braucht es kein Internet.</translation>
    </message>
    <message>
        <source>You can pause a download or close the program: what has arrived is kept, and &lt;b&gt;Resume&lt;/b&gt; downloads the rest. Without the internet, get the file on another computer and choose &lt;b&gt;Import a file…&lt;/b&gt;.</source>
        <translation>Sie können einen Download anhalten oder das Programm schließen: Was angekommen ist, bleibt erhalten, und &lt;b&gt;Fortsetzen&lt;/b&gt; lädt den Rest herunter. Ohne Internet holen Sie die Datei auf einem anderen Computer und wählen &lt;b&gt;Datei importieren …&lt;/b&gt;.</translation>
    </message>
    <message>
        <source>{keys} says who published a model and under which licence. Its publisher measured its quality, not this program.</source>
        <translation>{keys} zeigt, wer ein Modell veröffentlicht hat und unter welcher Lizenz. Seine Qualität hat der Herausgeber gemessen, nicht dieses Programm.</translation>
    </message>
    <message>
        <source>Everything is computed on this computer. Your text is never sent anywhere, and the log contains none of it. The program goes online only when you press &lt;b&gt;Download&lt;/b&gt;.</source>
        <translation>Alles wird auf diesem Computer berechnet. Ihr Text wird nirgendwohin gesendet und steht auch nicht im Protokoll. Das Programm geht nur ins Internet, wenn Sie auf &lt;b&gt;Herunterladen&lt;/b&gt; klicken.</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>&amp;Guide with pictures</source>
        <translation>&amp;Leitfaden mit Bildern</translation>
    </message>
    <message>
        <source>word</source>
        <translation>Wort</translation>
    </message>
</context>
<context>
    <name>Hints</name>
    <message>
        <source>Glossary: {words}</source>
        <translation>Glossar: {words}</translation>
    </message>
    <message>
        <source>From the dictionary: {words}</source>
        <translation>Aus dem Wörterbuch: {words}</translation>
    </message>
    <message>
        <source>In the dictionary, but not used: {words}</source>
        <translation>Im Wörterbuch, aber nicht verwendet: {words}</translation>
    </message>
</context>
<context>
    <name>HistoryItems</name>
    <message>
        <source>today {time}</source>
        <translation>heute {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>gestern {time}</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>Favorit</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>The history stays on this computer.</source>
        <translation>Der Verlauf bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Past translations</source>
        <translation>Frühere Übersetzungen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Save history</source>
        <translation>Verlauf speichern</translation>
    </message>
    <message>
        <source>Clear history…</source>
        <translation>Verlauf löschen …</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Search history</source>
        <translation>Verlauf durchsuchen</translation>
    </message>
    <message>
        <source>Search history ({keys})</source>
        <translation>Verlauf durchsuchen ({keys})</translation>
    </message>
    <message>
        <source>Favourites only</source>
        <translation>Nur Favoriten</translation>
    </message>
    <message>
        <source>No results for “{text}”</source>
        <translation>Keine Treffer für „{text}“</translation>
    </message>
    <message>
        <source>No favourites yet. Click the star of an entry to add it.</source>
        <translation>Noch keine Favoriten. Klicken Sie auf den Stern eines Eintrags, um ihn hinzuzufügen.</translation>
    </message>
    <message>
        <source>History is off. Your translations are not saved.</source>
        <translation>Der Verlauf ist ausgeschaltet. Ihre Übersetzungen werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>Your translations appear here. They stay on this computer.</source>
        <translation>Hier erscheinen Ihre Übersetzungen. Sie bleiben auf diesem Computer.</translation>
    </message>
    <message>
        <source>Clear the whole history, including favourites?</source>
        <translation>Den ganzen Verlauf löschen, auch die Favoriten?</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>Aus den Favoriten entfernen</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>Zu den Favoriten hinzufügen</translation>
    </message>
    <message>
        <source>Open in the window</source>
        <translation>Im Fenster öffnen</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import terms</source>
        <translation>Begriffe importieren</translation>
    </message>
    <message numerus="yes">
        <source>%n new term(s) in {name}</source>
        <translation>
            <numerusform>%n neuer Begriff in {name}</numerusform>
            <numerusform>%n neue Begriffe in {name}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Replace %n translation(s) that differ</source>
        <translation>
            <numerusform>%n abweichende Übersetzung e&amp;rsetzen</numerusform>
            <numerusform>%n abweichende Übersetzungen e&amp;rsetzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Translations that differ</source>
        <translation>Abweichende Übersetzungen</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>Now → file</source>
        <translation>Jetzt → Datei</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) will be left out:</source>
        <translation>
            <numerusform>%n Zeile wird ausgelassen:</numerusform>
            <numerusform>%n Zeilen werden ausgelassen:</numerusform>
        </translation>
    </message>
    <message>
        <source>Lines that will be left out</source>
        <translation>Zeilen, die ausgelassen werden</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
</context>
<context>
    <name>InstallCard</name>
    <message>
        <source>&amp;Name of the model</source>
        <translation>&amp;Name des Modells</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>&amp;Installieren</translation>
    </message>
    <message>
        <source>&amp;Use it in the window now</source>
        <translation>Gleich im Fenster &amp;verwenden</translation>
    </message>
    <message>
        <source>It could not be compared with the model in use.</source>
        <translation>Es konnte nicht mit dem verwendeten Modell verglichen werden.</translation>
    </message>
    <message>
        <source>It is copied to your models; you can choose it in the window at any time.</source>
        <translation>Es wird zu Ihren Modellen kopiert; Sie können es jederzeit im Fenster wählen.</translation>
    </message>
    <message>
        <source>“{name}” is installed and in use.</source>
        <translation>„{name}“ ist installiert und in Gebrauch.</translation>
    </message>
    <message>
        <source>“{name}” is installed. Choose it in the window when you want to use it.</source>
        <translation>„{name}“ ist installiert. Wählen Sie es im Fenster, wenn Sie es verwenden wollen.</translation>
    </message>
    <message>
        <source>Add it to your models</source>
        <translation>Zu Ihren Modellen hinzufügen</translation>
    </message>
    <message>
        <source>Already installed; use another name to install it again</source>
        <translation>Schon installiert; unter anderem Namen lässt es sich noch einmal installieren</translation>
    </message>
    <message>
        <source>Enter a name for the model</source>
        <translation>Geben Sie dem Modell einen Namen</translation>
    </message>
    <message>
        <source>It scored better than the model in use.</source>
        <translation>Es schneidet besser ab als das verwendete Modell.</translation>
    </message>
    <message>
        <source>It scored worse than the model in use.</source>
        <translation>Es schneidet schlechter ab als das verwendete Modell.</translation>
    </message>
    <message>
        <source>It did not score clearly better than the model in use.</source>
        <translation>Es schneidet nicht eindeutig besser ab als das verwendete Modell.</translation>
    </message>
</context>
<context>
    <name>InterfaceCard</name>
    <message>
        <source>New key</source>
        <translation>Neuer Schlüssel</translation>
    </message>
    <message>
        <source>Programs with the old key can no longer translate</source>
        <translation>Programme mit dem alten Schlüssel können nicht mehr übersetzen</translation>
    </message>
    <message>
        <source>Off.</source>
        <translation>Aus.</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet …</translation>
    </message>
    <message>
        <source>On: programs on this computer can translate.</source>
        <translation>Ein: Programme auf diesem Computer können übersetzen.</translation>
    </message>
    <message>
        <source>Off: another program uses this port. Choose another one.</source>
        <translation>Aus: Ein anderes Programm benutzt diesen Port. Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>It stopped unexpectedly. {problem}</source>
        <translation>Unerwartet beendet. {problem}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
</context>
<context>
    <name>InterfacePresenter</name>
    <message>
        <source>Other programs cannot translate at the moment. The settings say why.</source>
        <translation>Andere Programme können zurzeit nicht übersetzen. Die Einstellungen sagen, warum.</translation>
    </message>
</context>
<context>
    <name>LanguageBar</name>
    <message>
        <source>Detect language</source>
        <translation>Sprache erkennen</translation>
    </message>
    <message>
        <source>Detected: {language}</source>
        <translation>Erkannt: {language}</translation>
    </message>
    <message>
        <source>Source language</source>
        <translation>Ausgangssprache</translation>
    </message>
    <message>
        <source>Swap languages</source>
        <translation>Sprachen tauschen</translation>
    </message>
    <message>
        <source>Target language</source>
        <translation>Zielsprache</translation>
    </message>
    <message>
        <source>Swap languages ({keys})</source>
        <translation>Sprachen tauschen ({keys})</translation>
    </message>
    <message>
        <source>No model is installed yet.</source>
        <translation>Es ist noch kein Modell installiert.</translation>
    </message>
</context>
<context>
    <name>LanguageBarPresenter</name>
    <message>
        <source>BLEU {value}</source>
        <translation>BLEU {value}</translation>
    </message>
    <message>
        <source>No model from {target} to {source} is installed.</source>
        <translation>Es ist kein Modell von {target} nach {source} installiert.</translation>
    </message>
    <message>
        <source>Through {language}</source>
        <translation>Über {language}</translation>
    </message>
</context>
<context>
    <name>LanguageBox</name>
    <message>
        <source>Add languages…</source>
        <translation>Sprachen hinzufügen …</translation>
    </message>
</context>
<context>
    <name>LanguageName</name>
    <message>
        <source>{count} languages</source>
        <translation>{count} Sprachen</translation>
    </message>
    <message>
        <source>{languages} and {count} more</source>
        <translation>{languages} und {count} weitere</translation>
    </message>
</context>
<context>
    <name>LanguageOffer</name>
    <message>
        <source>This looks like {language}. Swap languages?</source>
        <translation>Das sieht nach {language} aus. Sprachen tauschen?</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>This looks like {language}. Translate from {language}?</source>
        <translation>Das sieht nach {language} aus. {language} als Ausgangssprache wählen?</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Wechseln</translation>
    </message>
    <message>
        <source>This looks like {language}, which no installed model translates from.</source>
        <translation>Das sieht nach {language} aus, aber kein installiertes Modell übersetzt daraus.</translation>
    </message>
    <message>
        <source>Add languages…</source>
        <translation>Sprachen hinzufügen …</translation>
    </message>
</context>
<context>
    <name>LanguagesStrip</name>
    <message>
        <source>Translate from</source>
        <translation>Übersetzen von</translation>
    </message>
    <message>
        <source>Translate to</source>
        <translation>Übersetzen nach</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose a language</source>
        <translation>Sprache wählen</translation>
    </message>
</context>
<context>
    <name>LearningBar</name>
    <message>
        <source>Watch it learn</source>
        <translation>Beim Lernen zusehen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Epoch {epoch} of {last} (step {step})</source>
        <translation>Epoche {epoch} von {last} (Schritt {step})</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Stay at this epoch</source>
        <translation>Bei dieser Epoche bleiben</translation>
    </message>
    <message>
        <source>Epoch {epoch} of {last}</source>
        <translation>Epoche {epoch} von {last}</translation>
    </message>
    <message>
        <source>Epoch shown</source>
        <translation>Gezeigte Epoche</translation>
    </message>
    <message>
        <source>Stop watching and return to the model used before</source>
        <translation>Nicht mehr zusehen und zum vorher benutzten Modell zurückkehren</translation>
    </message>
    <message>
        <source>Show one epoch after another</source>
        <translation>Eine Epoche nach der anderen zeigen</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>unsure</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>very unsure</source>
        <translation>sehr unsicher</translation>
    </message>
    <message>
        <source>Meaning of the marks</source>
        <translation>Bedeutung der Markierungen</translation>
    </message>
    <message>
        <source>Wavy: the word is little more than a guess. Dashed: nothing in the other text seems to say the same. Words without a mark can be wrong, too.</source>
        <translation>Gewellt: Das Wort ist kaum mehr als geraten. Gestrichelt: Im anderen Text scheint nichts dasselbe zu sagen. Auch Wörter ohne Markierung können falsch sein.</translation>
    </message>
    <message>
        <source>not calibrated</source>
        <translation>nicht kalibriert</translation>
    </message>
    <message>
        <source>Double line: a term of your glossary. Corners: looked up in the dictionary.</source>
        <translation>Doppellinie: ein Begriff aus Ihrem Glossar. Ecken: im Wörterbuch nachgeschlagen.</translation>
    </message>
    <message>
        <source>The settings can also mark words the model was somewhat unsure of.</source>
        <translation>In den Einstellungen können Sie auch Wörter markieren lassen, bei denen das Modell etwas unsicher war.</translation>
    </message>
    <message>
        <source>Dotted: another word was nearly as likely.</source>
        <translation>Gepunktet: Ein anderes Wort war fast so wahrscheinlich.</translation>
    </message>
    <message>
        <source>Not calibrated for this model: it can be more or less sure than it says.</source>
        <translation>Für dieses Modell nicht kalibriert: Es kann sicherer oder unsicherer sein, als es angibt.</translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message>
        <source>The model was saved to {path}.</source>
        <translation>Das Modell wurde in {path} gespeichert.</translation>
    </message>
    <message>
        <source>{languages} was added.</source>
        <translation>{languages} wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>{languages} was not added.</source>
        <translation>{languages} wurde nicht hinzugefügt.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Translucent</source>
        <translation>Translucent</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Reading the text…</source>
        <translation>Der Text wird gelesen …</translation>
    </message>
    <message>
        <source>Learning the vocabulary…</source>
        <translation>Der Wortschatz wird gelernt …</translation>
    </message>
    <message>
        <source>Translating a few sentences…</source>
        <translation>Einige Sätze werden übersetzt …</translation>
    </message>
    <message>
        <source>The model cannot be tried now: {reason}.</source>
        <translation>Das Modell kann jetzt nicht ausprobiert werden: {reason}.</translation>
    </message>
    <message>
        <source>The new model is not compared with {model}: {reason}</source>
        <translation>Das neue Modell wird nicht mit {model} verglichen: {reason}</translation>
    </message>
    <message>
        <source>This run is already finished; its model is ready.</source>
        <translation>Dieser Lauf ist schon abgeschlossen; sein Modell ist fertig.</translation>
    </message>
    <message>
        <source>The device&apos;s memory is too small for a whole batch. From now on each batch is split into {parts} parts; the result is the same.</source>
        <translation>Der Speicher des Geräts ist zu klein für einen ganzen Stapel. Jeder Stapel wird ab jetzt in {parts} Teile geteilt; das Ergebnis ist dasselbe.</translation>
    </message>
    <message>
        <source>bfloat16 is no faster on this processor; float32 is used.</source>
        <translation>bfloat16 ist auf diesem Prozessor nicht schneller; float32 wird benutzt.</translation>
    </message>
    <message>
        <source>bfloat16 is {factor:.1f} times as fast as float32 here; it is used.</source>
        <translation>bfloat16 ist hier {factor:.1f}-mal so schnell wie float32; es wird verwendet.</translation>
    </message>
    <message>
        <source>bfloat16 is {factor:.1f} times as fast as float32 here; float32 is used.</source>
        <translation>bfloat16 ist hier {factor:.1f}-mal so schnell wie float32; verwendet wird float32.</translation>
    </message>
    <message>
        <source>At step {step:,} the loss was no longer a number. The run went back to step {place:,} and continues with {factor:g} times the recipe&apos;s learning rate.</source>
        <translation>Bei Schritt {step:,} war der Verlust keine Zahl mehr. Der Lauf ging auf Schritt {place:,} zurück und geht mit dem {factor:g}-Fachen der Lernrate des Rezepts weiter.</translation>
    </message>
    <message>
        <source>Validation {metric}: {single:.4g} with the best single weights, {averaged:.4g} with the average of {epochs} epochs; the average is used.</source>
        <translation>Validierung, {metric}: {single:.4g} mit den besten einzelnen Gewichten, {averaged:.4g} mit dem Mittel von {epochs} Epochen; das Mittel wird verwendet.</translation>
    </message>
    <message>
        <source>Validation {metric}: {single:.4g} with the best single weights, {averaged:.4g} with the average of {epochs} epochs; the best single weights are used.</source>
        <translation>Validierung, {metric}: {single:.4g} mit den besten einzelnen Gewichten, {averaged:.4g} mit dem Mittel von {epochs} Epochen; die besten einzelnen Gewichte werden verwendet.</translation>
    </message>
    <message>
        <source>The weights after epoch {epoch} could not be saved for later viewing: {reason}.</source>
        <translation>Die Gewichte nach Epoche {epoch} konnten nicht zum späteren Ansehen gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>Each pair was seen {times:.1f} times.</source>
        <translation>Jedes Satzpaar wurde {times:.1f}-mal gesehen.</translation>
    </message>
    <message>
        <source>Pairs were seen {least:.1f} times ({rarest}) to {most:.1f} times ({commonest}) on average. The model card lists all origins.</source>
        <translation>Satzpaare wurden im Mittel {least:.1f}-mal ({rarest}) bis {most:.1f}-mal ({commonest}) gesehen. Die Modellkarte nennt alle Herkünfte.</translation>
    </message>
    <message>
        <source>{model} cannot be used to align words: {reason}</source>
        <translation>{model} kann nicht zur Wortzuordnung verwendet werden: {reason}</translation>
    </message>
    <message>
        <source>The new model is not compared with {model}, which translates {source} to {target}.</source>
        <translation>Das neue Modell wird nicht mit {model} verglichen; jenes übersetzt von {source} nach {target}.</translation>
    </message>
    <message>
        <source>On the text “{corpus}” the new model is worse than {old}: BLEU {new_bleu:.1f} instead of {old_bleu:.1f} ({search}). The difference is statistically significant (p = {p_value:.3f}).</source>
        <translation>Auf dem Text „{corpus}“ ist das neue Modell schlechter als {old}: BLEU {new_bleu:.1f} statt {old_bleu:.1f} ({search}). Der Unterschied ist statistisch signifikant (p = {p_value:.3f}).</translation>
    </message>
    <message>
        <source>This text leaves {steps} steps. The learning rate rises over {warmup} of them, not over {wished}.</source>
        <translation>Dieser Text ergibt {steps} Schritte. Die Lernrate steigt über {warmup} davon an, nicht über {wished}.</translation>
    </message>
    <message>
        <source>The program has no general text in {language}, so it is not known how much the model forgot. Compare a few translations of your own before you replace {model}.</source>
        <translation>Das Programm hat keinen allgemeinen Text in der Sprache {language}; daher ist nicht bekannt, wie viel das Modell verlernt hat. Vergleichen Sie einige eigene Übersetzungen, bevor Sie {model} ersetzen.</translation>
    </message>
    <message>
        <source>The model of this run is missing or damaged. It is built again.</source>
        <translation>Das Modell dieses Laufs fehlt oder ist beschädigt. Es wird neu erstellt.</translation>
    </message>
    <message>
        <source>The checkpoints of this run are missing. It starts again from the beginning.</source>
        <translation>Die Zwischenstände dieses Laufs fehlen. Er beginnt wieder von vorn.</translation>
    </message>
    <message>
        <source>The newest checkpoint is damaged. The run continues from step {step:,}, where an earlier one was saved ({problem}).</source>
        <translation>Der neueste Zwischenstand ist beschädigt. Der Lauf wird ab Schritt {step:,} fortgesetzt, wo ein früherer gesichert wurde ({problem}).</translation>
    </message>
    <message>
        <source>{file} has changed since the run was started. The run continues with what it says now.</source>
        <translation>{file} wurde seit dem Beginn des Laufs geändert. Der Lauf wird mit dem jetzigen Inhalt fortgesetzt.</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>About the model</source>
        <translation>Über das Modell</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Bewertung</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Modellkarte (auf Englisch)</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>Suited for</source>
        <translation>Geeignet für</translation>
    </message>
    <message>
        <source>Training text</source>
        <translation>Trainingstext</translation>
    </message>
    <message>
        <source>{corpus}, {pairs} pairs</source>
        <translation>{corpus}, {pairs} Paare</translation>
    </message>
    <message>
        <source>Not measured with this program</source>
        <translation>Nicht mit diesem Programm gemessen</translation>
    </message>
    <message>
        <source>Source languages</source>
        <translation>Ausgangssprachen</translation>
    </message>
    <message>
        <source>Target languages</source>
        <translation>Zielsprachen</translation>
    </message>
    <message>
        <source>Imported from</source>
        <translation>Importiert aus</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Herausgeber</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>{score}: measured by its publisher, not with this program</source>
        <translation>{score}: vom Herausgeber gemessen, nicht mit diesem Programm</translation>
    </message>
    <message>
        <source>Improved from</source>
        <translation>Verbessert aus</translation>
    </message>
</context>
<context>
    <name>ModelLibrary</name>
    <message>
        <source>Importing “{file}”…</source>
        <translation>„{file}“ wird importiert …</translation>
    </message>
    <message>
        <source>Installing “{name}”…</source>
        <translation>„{name}“ wird installiert …</translation>
    </message>
    <message>
        <source>Exporting “{file}”…</source>
        <translation>„{file}“ wird exportiert …</translation>
    </message>
    <message>
        <source>Removing “{name}”…</source>
        <translation>„{name}“ wird entfernt …</translation>
    </message>
    <message>
        <source>Restoring “{name}”…</source>
        <translation>„{name}“ wird wiederhergestellt …</translation>
    </message>
    <message>
        <source>Renaming “{name}”…</source>
        <translation>„{name}“ wird umbenannt …</translation>
    </message>
    <message>
        <source>Deleting removed models…</source>
        <translation>Entfernte Modelle werden gelöscht …</translation>
    </message>
</context>
<context>
    <name>ModelRows</name>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>eigenes</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>BLEU {value} ({corpus})</source>
        <translation>BLEU {value} ({corpus})</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>mitgeliefert</translation>
    </message>
    <message>
        <source>Unknown languages</source>
        <translation>Unbekannte Sprachen</translation>
    </message>
    <message>
        <source>Several languages</source>
        <translation>Mehrere Sprachen</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
</context>
<context>
    <name>ModelStatement</name>
    <message>
        <source>News, talks, messages, encyclopedias, manuals, captions; not for legal, medical or literary text.</source>
        <translation>Nachrichten, Vorträge, Mitteilungen, Enzyklopädien, Anleitungen, Bildunterschriften; nicht für juristische, medizinische oder literarische Texte.</translation>
    </message>
    <message>
        <source>Captions of everyday photographs; other text is far from what it has seen.</source>
        <translation>Bildunterschriften von Alltagsfotos; andere Texte sind weit von dem entfernt, was es kennt.</translation>
    </message>
    <message>
        <source>146 origins of news, talks, chats, encyclopedias, software, help, games and books, image captions, and text that a model translated back; some are for research or non-commercial use only, and so is this model</source>
        <translation>146 Quellen: Nachrichten, Vorträge, Chats, Enzyklopädien, Programme, Hilfetexte, Spiele und Bücher, Bildunterschriften und von einem Modell zurückübersetzte Texte; einige nur für Forschung oder nicht kommerzielle Nutzung, und so auch dieses Modell</translation>
    </message>
    <message>
        <source>sentences written for this program; CC0 1.0</source>
        <translation>für dieses Programm geschriebene Sätze; CC0 1.0</translation>
    </message>
    <message>
        <source>another 70 origins of software and its manuals, courses, parliament, subtitles and talks; some are for research or non-commercial use only</source>
        <translation>weitere 70 Quellen: Programme und ihre Handbücher, Kurse, Parlament, Untertitel und Vorträge; einige nur für Forschung oder nicht kommerzielle Nutzung</translation>
    </message>
    <message>
        <source>entries of free dictionaries: GPL, CC BY-SA, CC BY, Unicode, ISC; resources/dictionary/SOURCES.tsv</source>
        <translation>Einträge freier Wörterbücher: GPL, CC BY-SA, CC BY, Unicode, ISC; resources/dictionary/SOURCES.tsv</translation>
    </message>
    <message>
        <source>Multi30k (Elliott et al. 2016), captions of Flickr30k and their translations; provided for research and education</source>
        <translation>Multi30k (Elliott et al. 2016), Bildunterschriften aus Flickr30k und ihre Übersetzungen; bereitgestellt für Forschung und Lehre</translation>
    </message>
    <message>
        <source>Text like its training text; not suited for other text.</source>
        <translation>Texte wie die, mit denen es trainiert wurde; für andere nicht geeignet.</translation>
    </message>
    <message>
        <source>Fine-tuned for text like its own sentence pairs; other text may be translated worse.</source>
        <translation>Verbessert für Text wie seine eigenen Satzpaare; anderer Text kann schlechter übersetzt werden.</translation>
    </message>
</context>
<context>
    <name>ModelTitle</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Photo captions</source>
        <translation>Bildbeschreibungen</translation>
    </message>
</context>
<context>
    <name>ModelsPresenter</name>
    <message>
        <source>{file} was saved.</source>
        <translation>{file} wurde gespeichert.</translation>
    </message>
    <message>
        <source>Imported “{name}”.</source>
        <translation>„{name}“ wurde importiert.</translation>
    </message>
</context>
<context>
    <name>ModelsWindow</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>En&amp;tfernen</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Modell importieren</translation>
    </message>
    <message>
        <source>Import a model folder</source>
        <translation>Modellordner importieren</translation>
    </message>
    <message>
        <source>New name for “{name}”:</source>
        <translation>Neuer Name für „{name}“:</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>&amp;Umbenennen …</translation>
    </message>
    <message>
        <source>“{name}” already exists. Import {file} as:</source>
        <translation>„{name}“ gibt es schon. {file} importieren als:</translation>
    </message>
    <message>
        <source>Model &amp;file…</source>
        <translation>Modell&amp;datei …</translation>
    </message>
    <message>
        <source>Model f&amp;older…</source>
        <translation>&amp;Modellordner …</translation>
    </message>
    <message>
        <source>This model cannot be used</source>
        <translation>Dieses Modell kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>Built in; cannot be renamed</source>
        <translation>Eingebaut; kann nicht umbenannt werden</translation>
    </message>
    <message>
        <source>Built in; cannot be removed</source>
        <translation>Eingebaut; kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>Translate with this model ({keys})</source>
        <translation>Mit diesem Modell übersetzen ({keys})</translation>
    </message>
    <message>
        <source>Already in use</source>
        <translation>Wird bereits verwendet</translation>
    </message>
    <message>
        <source>Rename ({keys})</source>
        <translation>Umbenennen ({keys})</translation>
    </message>
    <message>
        <source>Remove ({keys}). You can undo this until you close the window.</source>
        <translation>Entfernen ({keys}). Sie können es rückgängig machen, bis Sie das Fenster schließen.</translation>
    </message>
    <message>
        <source>Show the model’s files</source>
        <translation>Die Dateien des Modells zeigen</translation>
    </message>
    <message>
        <source>Select a model first</source>
        <translation>Wählen Sie zuerst ein Modell</translation>
    </message>
    <message>
        <source>“{file}” does not say which languages it translates. Choose them:</source>
        <translation>„{file}“ gibt nicht an, welche Sprachen es übersetzt. Wählen Sie sie aus:</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>Download or import a model. You can also drop one on this window.</source>
        <translation>Ein Modell herunterladen oder importieren. Sie können auch eines auf dieses Fenster ziehen.</translation>
    </message>
    <message>
        <source>&amp;Languages…</source>
        <translation>&amp;Sprachen …</translation>
    </message>
    <message>
        <source>Models ({suffixes});;All files (*)</source>
        <translation>Modelle ({suffixes});;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Impro&amp;ve…</source>
        <translation>Ver&amp;bessern …</translation>
    </message>
    <message>
        <source>Make a better model from it with your own sentence pairs</source>
        <translation>Mit Ihren eigenen Satzpaaren ein besseres Modell daraus machen</translation>
    </message>
    <message>
        <source>Save the model for another computer or another program</source>
        <translation>Das Modell für einen anderen Computer oder ein anderes Programm speichern</translation>
    </message>
</context>
<context>
    <name>MoreMenu</name>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Show tokens</source>
        <translation>Tokens zeigen</translation>
    </message>
    <message>
        <source>Shift by one step</source>
        <translation>Um einen Schritt verschieben</translation>
    </message>
    <message>
        <source>Weight by value-vector norm</source>
        <translation>Mit der Norm der Value-Vektoren gewichten</translation>
    </message>
    <message>
        <source>Hide punctuation and end token</source>
        <translation>Satzzeichen und Ende-Token ausblenden</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} of {1} · best</source>
        <translation>{0} von {1} · beste</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>How weights are coloured</source>
        <translation>Wie Gewichte eingefärbt werden</translation>
    </message>
    <message>
        <source>Scale from 0 to 1</source>
        <translation>Skala von 0 bis 1</translation>
    </message>
    <message>
        <source>Scale each row</source>
        <translation>Jede Zeile einzeln skalieren</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>Copy map as picture</source>
        <translation>Karte als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy map as table</source>
        <translation>Karte als Tabelle kopieren</translation>
    </message>
    <message>
        <source>Export map</source>
        <translation>Karte exportieren</translation>
    </message>
    <message>
        <source>Export all heads</source>
        <translation>Alle Köpfe exportieren</translation>
    </message>
    <message>
        <source>Export difference</source>
        <translation>Unterschied exportieren</translation>
    </message>
    <message>
        <source>Which translation to inspect</source>
        <translation>Welche Übersetzung untersucht wird</translation>
    </message>
    <message>
        <source>Compare with another translation to see how the maps differ</source>
        <translation>Mit einer anderen Übersetzung vergleichen, um zu sehen, worin sich die Karten unterscheiden</translation>
    </message>
    <message>
        <source>Word pieces that the model reads and writes</source>
        <translation>Wortstücke, die das Modell liest und schreibt</translation>
    </message>
    <message>
        <source>Read each row one step later, after its word is written; in many models this aligns words best</source>
        <translation>Jede Zeile einen Schritt später ablesen, wenn ihr Wort geschrieben ist; bei vielen Modellen werden Wörter so am besten zugeordnet</translation>
    </message>
    <message>
        <source>Scale each weight by the length of its value vector</source>
        <translation>Jedes Gewicht mit der Länge seines Wertvektors skalieren</translation>
    </message>
    <message>
        <source>Heads rest on these tokens when they have nothing to look at</source>
        <translation>Auf diesen Tokens ruhen Köpfe, wenn sie nichts zu betrachten haben</translation>
    </message>
    <message>
        <source>Heads rest on these tokens when they have nothing to look at: {0} % of the attention in this sentence</source>
        <translation>Auf diesen Tokens ruhen Köpfe, wenn sie nichts zu betrachten haben: {0} % der Aufmerksamkeit in diesem Satz</translation>
    </message>
</context>
<context>
    <name>NameStrip</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Use this name</source>
        <translation>Diesen Namen verwenden</translation>
    </message>
</context>
<context>
    <name>NotesList</name>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
</context>
<context>
    <name>NoticeCard</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Information</translation>
    </message>
</context>
<context>
    <name>NoticeLine</name>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the sentence and its translation</source>
        <translation>Den Satz und seine Übersetzung zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this note</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln Hinweis</numerusform>
            <numerusform>%Ln Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>Close the list of notes</source>
        <translation>Die Liste der Hinweise schließen</translation>
    </message>
    <message>
        <source>List all notes</source>
        <translation>Alle Hinweise auflisten</translation>
    </message>
    <message>
        <source>“{sentence}”</source>
        <translation>„{sentence}“</translation>
    </message>
</context>
<context>
    <name>NoticeList</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Alle Hinweise</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more note(s)</source>
        <translation>
            <numerusform>%Ln weiterer Hinweis</numerusform>
            <numerusform>%Ln weitere Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>Close this note</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show “{sentence}”</source>
        <translation>„{sentence}“ zeigen</translation>
    </message>
    <message>
        <source>“{sentence}”</source>
        <translation>„{sentence}“</translation>
    </message>
</context>
<context>
    <name>NoticeRow</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message>
        <source>More notices</source>
        <translation>Weitere Hinweise</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>and {number} more</source>
        <translation>und {number} weitere</translation>
    </message>
</context>
<context>
    <name>OutcomeText</name>
    <message>
        <source>The helper program stopped unexpectedly: {crash}. Try again.</source>
        <translation>Das Hilfsprogramm wurde unerwartet beendet: {crash}. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Training was interrupted</source>
        <translation>Das Training wurde unterbrochen</translation>
    </message>
    <message>
        <source>The training program stopped unexpectedly. Resume it; if it happens again, check the log.</source>
        <translation>Das Trainingsprogramm wurde unerwartet beendet. Setzen Sie den Lauf fort; geschieht es noch einmal, sehen Sie im Protokoll nach.</translation>
    </message>
    <message>
        <source>This did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
</context>
<context>
    <name>OwnFiles</name>
    <message>
        <source>Drop your text here</source>
        <translation>Ziehen Sie Ihren Text hierher</translation>
    </message>
    <message>
        <source>&amp;Swap the files</source>
        <translation>Dateien &amp;tauschen</translation>
    </message>
    <message>
        <source>Both languages</source>
        <translation>Beide Sprachen</translation>
    </message>
    <message>
        <source>Sentence pairs and texts (*);;Both languages (*.tsv *.csv *.tmx *.gz)</source>
        <translation>Satzpaare und Texte (*);;Beide Sprachen (*.tsv *.csv *.tmx *.gz)</translation>
    </message>
    <message>
        <source>Your sentence pairs</source>
        <translation>Ihre Satzpaare</translation>
    </message>
    <message>
        <source>One file with both languages (TSV, CSV, TMX), or two text files with one sentence per line. The encoding is detected automatically.</source>
        <translation>Eine Datei mit beiden Sprachen (TSV, CSV, TMX) oder zwei Textdateien mit einem Satz je Zeile. Die Kodierung wird automatisch erkannt.</translation>
    </message>
    <message>
        <source>&amp;Choose files…</source>
        <translation>&amp;Dateien wählen …</translation>
    </message>
    <message>
        <source>Choose one file, or two</source>
        <translation>Eine oder zwei Dateien wählen</translation>
    </message>
    <message>
        <source>Use this if the first file is in the other language</source>
        <translation>Wenn die erste Datei in der anderen Sprache ist</translation>
    </message>
    <message>
        <source>&amp;Choose other files…</source>
        <translation>Andere &amp;Dateien wählen …</translation>
    </message>
    <message>
        <source>&amp;Choose the second file…</source>
        <translation>Zweite &amp;Datei wählen …</translation>
    </message>
    <message>
        <source>Leave out {name}</source>
        <translation>{name} weglassen</translation>
    </message>
    <message>
        <source>Leave out this file; it is not deleted</source>
        <translation>Diese Datei weglassen; sie wird nicht gelöscht</translation>
    </message>
    <message>
        <source>Each line of one file is the translation of the same line of the other.</source>
        <translation>Jede Zeile der einen Datei ist die Übersetzung derselben Zeile der anderen.</translation>
    </message>
    <message>
        <source>Now choose the {language} file.</source>
        <translation>Wählen Sie nun die Datei auf {language}.</translation>
    </message>
    <message>
        <source>The file says which sentence is in which language.</source>
        <translation>Die Datei gibt an, welcher Satz in welcher Sprache ist.</translation>
    </message>
    <message>
        <source>The first column is read as {source} and the second as {target}, unless the first line says otherwise.</source>
        <translation>Die erste Spalte gilt als {source} und die zweite als {target}, wenn die erste Zeile nichts anderes angibt.</translation>
    </message>
    <message>
        <source>Sentences whose translation you edited and added to your training text</source>
        <translation>Sätze, deren Übersetzung Sie bearbeitet und Ihrem Trainingstext hinzugefügt haben</translation>
    </message>
    <message>
        <source>Use my c&amp;orrections ({count})</source>
        <translation>Meine &amp;Korrekturen verwenden ({count})</translation>
    </message>
</context>
<context>
    <name>PairField</name>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>{name}, first number</source>
        <translation>{name}, erste Zahl</translation>
    </message>
    <message>
        <source>{name}, second number</source>
        <translation>{name}, zweite Zahl</translation>
    </message>
</context>
<context>
    <name>PairsTable</name>
    <message>
        <source>Sentence pairs, {source} and {target}</source>
        <translation>Satzpaare, {source} und {target}</translation>
    </message>
</context>
<context>
    <name>ParentRow</name>
    <message>
        <source>Model to improve</source>
        <translation>Zu verbesserndes Modell</translation>
    </message>
    <message>
        <source>It stays as it is; the result is a new model.</source>
        <translation>Es bleibt, wie es ist; das Ergebnis ist ein neues Modell.</translation>
    </message>
    <message>
        <source>Model to improve:</source>
        <translation>Zu verbesserndes Modell:</translation>
    </message>
</context>
<context>
    <name>Phrase</name>
    <message>
        <source>is a folder; choose a file</source>
        <translation>ist ein Ordner; wählen Sie eine Datei</translation>
    </message>
    <message>
        <source>cannot be written: {error}; choose a shorter name</source>
        <translation>kann nicht geschrieben werden: {error}; wählen Sie einen kürzeren Namen</translation>
    </message>
    <message>
        <source>cannot be written: {error}; choose another folder or make room</source>
        <translation>kann nicht geschrieben werden: {error}; wählen Sie einen anderen Ordner oder schaffen Sie Platz</translation>
    </message>
    <message>
        <source>Measuring a model</source>
        <translation>Ein Modell zu bewerten</translation>
    </message>
    <message>
        <source>no pair is short enough for the model</source>
        <translation>Kein Paar ist kurz genug für das Modell</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>Es gibt keine solche Datei und keinen solchen Ordner</translation>
    </message>
    <message>
        <source>the corpus {kind} is read from one folder</source>
        <translation>Der Text {kind} wird aus einem einzigen Ordner gelesen</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>Es gibt keinen solchen Ordner</translation>
    </message>
    <message>
        <source>it cannot be written ({error})</source>
        <translation>Schreiben ist nicht möglich ({error})</translation>
    </message>
    <message>
        <source>these files are missing: {missing}</source>
        <translation>Diese Dateien fehlen: {missing}</translation>
    </message>
    <message>
        <source>it cannot be read ({error})</source>
        <translation>Lesen ist nicht möglich ({error})</translation>
    </message>
    <message>
        <source>there is no tab between a sentence and its translation</source>
        <translation>Zwischen einem Satz und seiner Übersetzung steht kein Tabulator</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>Es gibt keine solche Datei</translation>
    </message>
    <message>
        <source>{url} sends another part of the file</source>
        <translation>{url} sendet einen anderen Teil der Datei</translation>
    </message>
    <message>
        <source>{url} is too slow</source>
        <translation>{url} ist zu langsam</translation>
    </message>
    <message>
        <source>{url} was refused ({error})</source>
        <translation>{url} wurde verweigert ({error})</translation>
    </message>
    <message>
        <source>{url} sends more than {limit:,} bytes</source>
        <translation>{url} sendet mehr als {limit:,} Byte</translation>
    </message>
    <message>
        <source>{url} failed ({error})</source>
        <translation>{url} ist fehlgeschlagen ({error})</translation>
    </message>
    <message>
        <source>name: there is no recipe {name}; did you mean {near}? Or give the path of a .toml file</source>
        <translation>name: es gibt kein Rezept {name}; meinten Sie {near}? Oder geben Sie den Pfad einer .toml-Datei an</translation>
    </message>
    <message>
        <source>name: there is no recipe {name}; choose one of {near}, or give the path of a .toml file</source>
        <translation>name: es gibt kein Rezept {name}; wählen Sie eines von {near}, oder geben Sie den Pfad einer .toml-Datei an</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>das ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>target_language: is the same as source_language, {language}</source>
        <translation>target_language: ist gleich source_language, {language}</translation>
    </message>
    <message>
        <source>{side}: the corpus {kind} has {languages}, not {language}</source>
        <translation>{side}: der Text {kind} hat {languages}, nicht {language}</translation>
    </message>
    <message>
        <source>corpus.name: the model cannot be called {name}: {problem}</source>
        <translation>corpus.name: das Modell kann nicht {name} heißen: {problem}</translation>
    </message>
    <message>
        <source>corpus.first_column: must be {source} or {target}, not {language}</source>
        <translation>corpus.first_column: muss {source} oder {target} sein, nicht {language}</translation>
    </message>
    <message>
        <source>augmentation.hints: there is no dictionary from {source} to {target}; set it to 0</source>
        <translation>augmentation.hints: Von {source} nach {target} gibt es kein Wörterbuch; setzen Sie es auf 0</translation>
    </message>
    <message>
        <source>{name}: {length} is more than model.max_positions, {limit}</source>
        <translation>{name}: {length} ist mehr als model.max_positions, {limit}</translation>
    </message>
    <message>
        <source>model.{problem}</source>
        <translation>model.{problem}</translation>
    </message>
    <message>
        <source>{path}: should be a valid integer, not {input}</source>
        <translation>{path}: sollte eine ganze Zahl sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be a valid number, not {input}</source>
        <translation>{path}: sollte eine Zahl sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be a finite number, not {input}</source>
        <translation>{path}: sollte eine endliche Zahl sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be a valid boolean, not {input}</source>
        <translation>{path}: sollte true oder false sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be a valid string, not {input}</source>
        <translation>{path}: sollte ein Text sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be a valid tuple, not {input}</source>
        <translation>{path}: sollte eine Liste sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be a table, not {input}</source>
        <translation>{path}: sollte eine Tabelle sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be less than {limit}, not {input}</source>
        <translation>{path}: sollte kleiner als {limit} sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be less than or equal to {limit}, not {input}</source>
        <translation>{path}: sollte höchstens {limit} sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be greater than {limit}, not {input}</source>
        <translation>{path}: sollte größer als {limit} sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should be greater than or equal to {limit}, not {input}</source>
        <translation>{path}: sollte mindestens {limit} sein, nicht {input}</translation>
    </message>
    <message>
        <source>{path}: should have a length of at most {limit}</source>
        <translation>{path}: sollte höchstens {limit} lang sein</translation>
    </message>
    <message>
        <source>{path}: should be one of {limit}, not {input}</source>
        <translation>{path}: sollte eines von {limit} sein, nicht {input}</translation>
    </message>
    <message>
        <source>{key}: is not a setting; did you mean {near}?</source>
        <translation>{key}: ist keine Einstellung; meinten Sie {near}?</translation>
    </message>
    <message>
        <source>{key}: is not a setting</source>
        <translation>{key}: ist keine Einstellung</translation>
    </message>
    <message>
        <source>{path}: is missing</source>
        <translation>{path}: fehlt</translation>
    </message>
    <message>
        <source>{path}: {finding}, not {input}</source>
        <translation>{path}: {finding}, nicht {input}</translation>
    </message>
    <message>
        <source>tokenizer.lowercase: the tokenizer {kind} keeps case; set it to false</source>
        <translation>tokenizer.lowercase: der Tokenizer {kind} behält Groß- und Kleinschreibung; setzen Sie es auf false</translation>
    </message>
    <message>
        <source>tokenizer.dropout: the tokenizer {kind} has no merges; set it to 0</source>
        <translation>tokenizer.dropout: der Tokenizer {kind} verschmilzt nichts; setzen Sie es auf 0</translation>
    </message>
    <message>
        <source>tokenizer.vocab_size: subwords need 256 entries for bytes and some to learn; make it 300 or more, not {size}</source>
        <translation>tokenizer.vocab_size: Teilwörter brauchen 256 Einträge für Bytes und einige zum Lernen; setzen Sie 300 oder mehr, nicht {size}</translation>
    </message>
    <message>
        <source>training.warmup_steps: the schedule {schedule} needs at least 1</source>
        <translation>training.warmup_steps: der Verlauf {schedule} braucht mindestens 1</translation>
    </message>
    <message>
        <source>training.schedule: cosine needs an end; set max_epochs, max_steps or max_minutes</source>
        <translation>training.schedule: cosine braucht ein Ende; setzen Sie max_epochs, max_steps oder max_minutes</translation>
    </message>
    <message>
        <source>{name} {layers} is more than {limit}</source>
        <translation>{name} {layers} ist mehr als {limit}</translation>
    </message>
    <message>
        <source>max_positions {positions} x d_model {d_model} is more than {limit}</source>
        <translation>max_positions {positions} x d_model {d_model} ist mehr als {limit}</translation>
    </message>
    <message>
        <source>{name} must be at least 1, not {value}</source>
        <translation>{name} muss mindestens 1 sein, nicht {value}</translation>
    </message>
    <message>
        <source>{name} must be at least 0 and below 1, not {value}</source>
        <translation>{name} muss mindestens 0 und kleiner als 1 sein, nicht {value}</translation>
    </message>
    <message>
        <source>{name} must be one of {known}, not {value}</source>
        <translation>{name} muss eines von {known} sein, nicht {value}</translation>
    </message>
    <message>
        <source>norm_eps must be above 0 and finite, not {value}</source>
        <translation>norm_eps muss größer als 0 und endlich sein, nicht {value}</translation>
    </message>
    <message>
        <source>d_model {d_model} must be a multiple of num_heads {num_heads}</source>
        <translation>d_model {d_model} muss ein Vielfaches von num_heads {num_heads} sein</translation>
    </message>
    <message>
        <source>{name} {value} is not in the vocabulary of {limit}</source>
        <translation>{name} {value} ist nicht im Wortschatz von {limit}</translation>
    </message>
    <message>
        <source>“{term}” is already “{first}”; “{second}” is left out</source>
        <translation>„{term}“ ist schon „{first}“; „{second}“ wird ausgelassen</translation>
    </message>
    <message>
        <source>the term has {length} characters; at most {limit} are allowed</source>
        <translation>der Begriff hat {length} Zeichen; erlaubt sind höchstens {limit}</translation>
    </message>
    <message>
        <source>has no terms of {source} and {target}; its languages: {found}</source>
        <translation>hat keine Begriffe für {source} und {target}; seine Sprachen: {found}</translation>
    </message>
    <message>
        <source>is not a supported file type; save it as {known}</source>
        <translation>hat keinen unterstützten Dateityp; speichern Sie die Datei als {known}</translation>
    </message>
    <message>
        <source>cannot be read: {error}; check that it exists and that you may open it</source>
        <translation>kann nicht gelesen werden: {error}; prüfen Sie, ob die Datei da ist und Sie sie öffnen dürfen</translation>
    </message>
    <message>
        <source>is a device or pipe; copy its content to a file</source>
        <translation>ist ein Gerät oder eine Pipe; kopieren Sie den Inhalt in eine Datei</translation>
    </message>
    <message>
        <source>is larger than {limit} MB; split it into smaller files</source>
        <translation>ist größer als {limit} MB; teilen Sie die Datei in kleinere</translation>
    </message>
    <message>
        <source>is damaged: line {line} has a character that is not UTF-8, unlike the rest; fix it and save the file as UTF-8</source>
        <translation>ist beschädigt: Zeile {line} enthält ein Zeichen, das anders als der Rest kein UTF-8 ist; berichtigen Sie es und speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>contains no text, or its encoding is unknown; save it as UTF-8</source>
        <translation>enthält keinen Text, oder die Kodierung ist unbekannt; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>is the source file itself; choose another file</source>
        <translation>ist die Quelldatei selbst; wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>Calibrating a model</source>
        <translation>Ein Modell zu kalibrieren</translation>
    </message>
    <message>
        <source>its translations contain no words</source>
        <translation>Seine Übersetzungen enthalten keine Wörter</translation>
    </message>
    <message>
        <source>it contains no sentences</source>
        <translation>Darin sind keine Sätze</translation>
    </message>
    <message>
        <source>Making pairs</source>
        <translation>Satzpaare herzustellen</translation>
    </message>
    <message>
        <source>no line is left to translate{reasons}</source>
        <translation>Keine Zeile bleibt zu übersetzen{reasons}</translation>
    </message>
    <message>
        <source>no pairs are left{reasons}</source>
        <translation>Keine Paare bleiben übrig{reasons}</translation>
    </message>
    <message>
        <source>corpus.kind: multi30k needs training text; give it with --data, or download it: translucent data multi30k</source>
        <translation>corpus.kind: multi30k braucht Trainingstext; geben Sie ihn mit --data an oder laden Sie ihn herunter: translucent data multi30k</translation>
    </message>
    <message>
        <source>corpus.kind: {kind} needs training text; give it with --data</source>
        <translation>corpus.kind: {kind} braucht Trainingstext; geben Sie ihn mit --data an</translation>
    </message>
    <message>
        <source>it contains no {name}, not even as .gz</source>
        <translation>Darin ist kein {name}, auch nicht als .gz</translation>
    </message>
    <message>
        <source>one side has {sources:,} sentences, the other {targets:,}</source>
        <translation>Eine Seite hat {sources:,} Sätze, die andere {targets:,}</translation>
    </message>
    <message>
        <source>the corpus {kind} comes with the program; leave --data out</source>
        <translation>Der Text {kind} ist im Programm enthalten; lassen Sie --data weg</translation>
    </message>
    <message>
        <source>it contains no training text: neither train.{source} and train.{target} nor train.tsv (.gz and .xz are read too)</source>
        <translation>Darin ist kein Trainingstext: weder train.{source} und train.{target} noch train.tsv (auch .gz und .xz werden gelesen)</translation>
    </message>
    <message>
        <source>give a folder, one file of pairs (TSV, CSV or TMX), or two files with one sentence per line</source>
        <translation>Nötig ist ein Ordner, eine Datei mit Paaren (TSV, CSV oder TMX) oder zwei Dateien mit einem Satz je Zeile</translation>
    </message>
    <message>
        <source>it already exists and is not a correct copy of Multi30k; move it away first</source>
        <translation>Den Ordner gibt es schon, aber er enthält keine korrekte Kopie von Multi30k; verschieben Sie ihn zuerst</translation>
    </message>
    <message>
        <source>it is not a zip file, or it is damaged ({error})</source>
        <translation>Die Datei ist keine Zip-Datei oder beschädigt ({error})</translation>
    </message>
    <message>
        <source>the file from {source} is incomplete or damaged; try again</source>
        <translation>Die Datei von {source} ist unvollständig oder beschädigt; versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>the file from {source} is not Multi30k&apos;s {name} (SHA-256 {found}… instead of {wanted}…)</source>
        <translation>Die Datei von {source} ist nicht {name} von Multi30k (SHA-256 {found}… statt {wanted}…)</translation>
    </message>
    <message>
        <source>too few different sentence pairs are left for training and validation (training {train}, validation {validation}; dropped: {dropped})</source>
        <translation>Für Training und Validierung bleiben zu wenige verschiedene Satzpaare (Training {train}, Validierung {validation}; weggelassen: {dropped})</translation>
    </message>
    <message>
        <source>the recipe combines {wanted} texts (corpus.repeats), but {given} were given; give each with --data, in the recipe&apos;s order</source>
        <translation>Das Rezept verbindet {wanted} Texte (corpus.repeats), angegeben sind aber {given}; geben Sie jeden mit --data an, in der Reihenfolge des Rezepts</translation>
    </message>
    <message>
        <source>the recipe weights origins that the text does not have (corpus.weights): {listed}</source>
        <translation>Das Rezept gewichtet Herkünfte, die der Text nicht hat (corpus.weights): {listed}</translation>
    </message>
    <message>
        <source>its columns must be id, {source}, {target}, links, separated by tabs (the languages may be swapped); it begins with {heading!r}</source>
        <translation>Die Spalten müssen id, {source}, {target}, links sein, durch Tabulatoren getrennt (die Sprachen auch umgekehrt); die Datei beginnt mit {heading!r}</translation>
    </message>
    <message>
        <source>it has {columns} columns instead of 4</source>
        <translation>Sie hat {columns} statt 4 Spalten</translation>
    </message>
    <message>
        <source>{link!r} is not a link such as 0-1 or 0p1</source>
        <translation>{link!r} ist keine Verbindung wie 0-1 oder 0p1</translation>
    </message>
    <message>
        <source>{link!r} links a word that does not exist: the sentences have {source} and {target} words</source>
        <translation>{link!r} verbindet ein Wort, das es nicht gibt: Die Sätze haben {source} und {target} Wörter</translation>
    </message>
    <message>
        <source>{link!r} links the same two words again</source>
        <translation>{link!r} verbindet zwei Wörter zum zweiten Mal</translation>
    </message>
    <message>
        <source>it contains no sure links</source>
        <translation>Darin sind keine sicheren Verbindungen</translation>
    </message>
    <message>
        <source>it has {lines:,} lines, but {other} has {others:,}, so they are not aligned</source>
        <translation>Die Datei hat {lines:,} Zeilen, {other} aber {others:,}; sie gehören also nicht zeilenweise zusammen</translation>
    </message>
    <message>
        <source>there is only one column; two are needed, separated by ; or , or a tab</source>
        <translation>Es gibt nur eine Spalte; nötig sind zwei, getrennt durch ; oder , oder einen Tabulator</translation>
    </message>
    <message>
        <source>it has {columns} columns, but the first line has {width}; put sentences that contain {delimiter!r} in quotation marks</source>
        <translation>Sie hat {columns} Spalten, die erste Zeile hat {width}; setzen Sie Sätze, die {delimiter!r} enthalten, in Anführungszeichen</translation>
    </message>
    <message>
        <source>from here on it is not valid CSV ({error}); check its quotation marks</source>
        <translation>Von hier an ist es kein gültiges CSV ({error}); prüfen Sie die Anführungszeichen</translation>
    </message>
    <message>
        <source>its column {column} says {machine!r}, which is not one of {languages}</source>
        <translation>In ihrer Spalte {column} steht {machine!r}; möglich sind {languages}</translation>
    </message>
    <message>
        <source>byte {byte} of the line is not UTF-8, unlike the rest; save the file as UTF-8</source>
        <translation>Byte {byte} der Zeile ist anders als der Rest kein UTF-8; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>no encoding fits this line; save the file as UTF-8</source>
        <translation>Keine Kodierung passt zu dieser Zeile; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>it contains a NUL byte, so it is not text</source>
        <translation>Sie enthält ein NUL-Byte und ist also kein Text</translation>
    </message>
    <message>
        <source>it seems to be {encoding}, but this line is not; save the file as UTF-8</source>
        <translation>Die Datei scheint {encoding} zu sein, diese Zeile aber nicht; speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>Das ist keine Datei</translation>
    </message>
    <message>
        <source>the {kind} file is incomplete; copy it again</source>
        <translation>Die {kind}-Datei ist unvollständig; kopieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>it is not a valid {kind} file</source>
        <translation>Das ist keine gültige {kind}-Datei</translation>
    </message>
    <message>
        <source>it is larger than {limit:,} bytes; split it</source>
        <translation>Die Datei ist größer als {limit:,} Byte; teilen Sie sie auf</translation>
    </message>
    <message>
        <source>the line is longer than {limit:,} bytes, so it is not a sentence</source>
        <translation>Die Zeile ist länger als {limit:,} Byte, also kein Satz</translation>
    </message>
    <message>
        <source>the segment is longer than {limit:,} characters, so it is not a sentence</source>
        <translation>Das Segment ist länger als {limit:,} Zeichen, also kein Satz</translation>
    </message>
    <message>
        <source>it defines its own XML entities, which can be used to fill the memory; remove them</source>
        <translation>Die Datei definiert eigene XML-Entitäten, mit denen sich der Speicher füllen lässt; entfernen Sie diese</translation>
    </message>
    <message>
        <source>it is not well-formed XML ({error})</source>
        <translation>Das ist kein wohlgeformtes XML ({error})</translation>
    </message>
    <message>
        <source>its encoding is unknown ({error}); save it as UTF-8</source>
        <translation>Die Kodierung ist unbekannt ({error}); speichern Sie die Datei als UTF-8</translation>
    </message>
    <message>
        <source>it contains no pair of {source} and {target}; its languages: {found}</source>
        <translation>Darin ist kein Paar von {source} und {target}; vorhandene Sprachen: {found}</translation>
    </message>
    <message>
        <source>no checkpoint is complete; start a new run ({reasons})</source>
        <translation>Kein Zwischenstand ist vollständig; beginnen Sie einen neuen Lauf ({reasons})</translation>
    </message>
    <message>
        <source>{name} does not fit the run&apos;s recipe; restore the recipe it was started with, or start a new run ({error})</source>
        <translation>{name} passt nicht zum Rezept des Laufs; stellen Sie das Rezept wieder her, mit dem er begonnen wurde, oder beginnen Sie einen neuen Lauf ({error})</translation>
    </message>
    <message>
        <source>the last checkpoint is {steps} steps into an epoch of {count}; restore the recipe the run was started with, or start a new run</source>
        <translation>Der letzte Zwischenstand liegt {steps} Schritte tief in einer Epoche von {count}; stellen Sie das Rezept wieder her, mit dem der Lauf begonnen wurde, oder beginnen Sie einen neuen</translation>
    </message>
    <message>
        <source>a run already exists there; resume it, or choose another output folder</source>
        <translation>Dort gibt es schon einen Lauf; setzen Sie ihn fort oder wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>another program is training it; wait until it has finished, or stop it first</source>
        <translation>Ein anderes Programm trainiert ihn; warten Sie, bis es fertig ist, oder halten Sie es zuerst an</translation>
    </message>
    <message>
        <source>its training text has changed since it was started; restore the text, or start a new run</source>
        <translation>Sein Trainingstext wurde seit dem Beginn geändert; stellen Sie den Text wieder her oder beginnen Sie einen neuen Lauf</translation>
    </message>
    <message>
        <source>it contains no run</source>
        <translation>Darin ist kein Lauf</translation>
    </message>
    <message>
        <source>it is still running; stop it first</source>
        <translation>Das Training läuft noch; halten Sie es zuerst an</translation>
    </message>
    <message>
        <source>it was started with different values ({others}); continue with those, choose another --output, or delete it</source>
        <translation>Begonnen wurde mit anderen Angaben ({others}); machen Sie mit jenen weiter, wählen Sie ein anderes --output oder löschen Sie die Datei</translation>
    </message>
    <message>
        <source>line {number} is damaged; delete the file to start again</source>
        <translation>Zeile {number} ist beschädigt; löschen Sie die Datei, um neu zu beginnen</translation>
    </message>
    <message>
        <source>another program is writing to it</source>
        <translation>Ein anderes Programm schreibt gerade daran</translation>
    </message>
    <message>
        <source>{url} failed ({have:,} of {total:,} bytes arrived)</source>
        <translation>{url} ist fehlgeschlagen ({have:,} von {total:,} Byte kamen an)</translation>
    </message>
    <message>
        <source>corpus.max_length: leaves no training pairs; raise it</source>
        <translation>corpus.max_length: lässt kein Trainingspaar übrig; erhöhen Sie den Wert</translation>
    </message>
    <message>
        <source>training.drop_last: leaves no batch from the {pairs} training pairs; lower training.batch_size</source>
        <translation>training.drop_last: lässt von den {pairs} Trainingspaaren keinen Stapel übrig; verringern Sie training.batch_size</translation>
    </message>
    <message>
        <source>{name}: is {value}, but the model {model} has {other}</source>
        <translation>{name}: ist {value}, aber das Modell {model} hat {other}</translation>
    </message>
    <message>
        <source>{name}: the model&apos;s vocabulary has no tag {tag}; turn it off</source>
        <translation>{name}: der Wortschatz des Modells hat keine Marke {tag}; schalten Sie sie aus</translation>
    </message>
    <message>
        <source>it is not valid TOML: {error}</source>
        <translation>das ist kein gültiges TOML: {error}</translation>
    </message>
    <message>
        <source>{setting}: write it as key=value, for example training.seed=7</source>
        <translation>{setting}: schreiben Sie Name=Wert, zum Beispiel training.seed=7</translation>
    </message>
    <message>
        <source>corpus.tag_formality: only {able} distinguishes du from Sie, but the target language is {language}; set it to false</source>
        <translation>corpus.tag_formality: nur {able} unterscheidet du und Sie, die Zielsprache ist aber {language}; setzen Sie es auf false</translation>
    </message>
    <message>
        <source>model.tie: all needs one shared vocabulary; set tokenizer.joint to true, or tie less</source>
        <translation>model.tie: all braucht einen gemeinsamen Wortschatz; setzen Sie tokenizer.joint auf true oder teilen Sie weniger</translation>
    </message>
    <message>
        <source>{path}: {input} does not have the right form ({meaning})</source>
        <translation>{path}: {input} hat nicht die richtige Form ({meaning})</translation>
    </message>
    <message>
        <source>corpus.repeats: the corpus {kind} is a single text; leave it empty</source>
        <translation>corpus.repeats: {kind} ist ein einziger Text; lassen Sie es leer</translation>
    </message>
    <message>
        <source>corpus.weights: the corpus {kind} has no origins; leave it empty</source>
        <translation>corpus.weights: {kind} hat keine Herkünfte; lassen Sie es leer</translation>
    </message>
    <message>
        <source>tokenizer.joint: word rules differ by language; set it to false</source>
        <translation>tokenizer.joint: die Wortregeln unterscheiden sich je Sprache; setzen Sie es auf false</translation>
    </message>
    <message>
        <source>{setting}: the tokenizer {kind} has no tag; turn it off</source>
        <translation>{setting}: der Tokenizer {kind} hat keine Marke dafür; schalten Sie es aus</translation>
    </message>
    <message>
        <source>training.max_epochs: nothing ends the run; set this, max_steps, max_minutes or patience</source>
        <translation>training.max_epochs: nichts beendet den Lauf; setzen Sie dies, max_steps, max_minutes oder patience</translation>
    </message>
    <message>
        <source>tie all needs one shared vocabulary: src_vocab_size is {source}, tgt_vocab_size {target}</source>
        <translation>tie all braucht einen gemeinsamen Wortschatz: src_vocab_size ist {source}, tgt_vocab_size {target}</translation>
    </message>
    <message>
        <source>is protected by a password; save it without one</source>
        <translation>ist mit einem Kennwort geschützt; speichern Sie die Datei ohne Kennwort</translation>
    </message>
    <message>
        <source>unpacks to too much data; split it into smaller files</source>
        <translation>wird entpackt zu groß; teilen Sie die Datei in kleinere</translation>
    </message>
    <message>
        <source>is protected by a password, or was written by Office before 2007; save it as {kind}, without a password</source>
        <translation>ist mit einem Kennwort geschützt oder stammt aus Office vor 2007; speichern Sie die Datei als {kind} ohne Kennwort</translation>
    </message>
    <message>
        <source>contains macros; save it without them</source>
        <translation>enthält Makros; speichern Sie die Datei ohne sie</translation>
    </message>
    <message>
        <source>is locked by copy protection</source>
        <translation>ist durch einen Kopierschutz gesperrt</translation>
    </message>
    <message>
        <source>was damaged and is kept as {name}; import your terms again</source>
        <translation>war beschädigt und ist als {name} aufgehoben; importieren Sie Ihre Begriffe erneut</translation>
    </message>
    <message>
        <source>its origin column has more than {limit:,} different names; check that it is the right column</source>
        <translation>Die Spalte der Herkunft hat mehr als {limit:,} verschiedene Namen; prüfen Sie, ob es die richtige Spalte ist</translation>
    </message>
    <message>
        <source>cannot be written as PDF; choose a .txt file</source>
        <translation>kann nicht als PDF geschrieben werden; wählen Sie eine .txt-Datei</translation>
    </message>
    <message>
        <source>contains only pictures of text; let another program recognize it</source>
        <translation>enthält nur Bilder von Text; lassen Sie ihn erst von einem anderen Programm erkennen</translation>
    </message>
    <message>
        <source>is damaged, or not the file type its name says; save it again</source>
        <translation>ist beschädigt oder hat nicht den Dateityp, den der Name angibt; speichern Sie die Datei noch einmal</translation>
    </message>
    <message>
        <source>was started with the model {model}; choose that model to resume it</source>
        <translation>wurde mit dem Modell {model} begonnen; wählen Sie dieses Modell, um fortzufahren</translation>
    </message>
    <message>
        <source>there is no term to translate</source>
        <translation>es gibt keinen zu übersetzenden Begriff</translation>
    </message>
    <message>
        <source>the term contains a control character</source>
        <translation>der Begriff enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>is not a readable table (line {line}): {error}</source>
        <translation>ist keine lesbare Tabelle (Zeile {line}): {error}</translation>
    </message>
    <message>
        <source>has more than {limit:,} terms; split it into several glossaries</source>
        <translation>hat mehr als {limit:,} Begriffe; teilen Sie sie in mehrere Glossare auf</translation>
    </message>
    <message>
        <source>has columns for {found}, but not for {source} and {target}</source>
        <translation>hat Spalten für {found}, aber nicht für {source} und {target}</translation>
    </message>
    <message>
        <source>defines its own XML entities, which can be used to fill the memory; remove them</source>
        <translation>definiert eigene XML-Entitäten, die den Speicher füllen können; entfernen Sie sie</translation>
    </message>
    <message>
        <source>is not well-formed XML ({error})</source>
        <translation>ist kein wohlgeformtes XML ({error})</translation>
    </message>
    <message>
        <source>d_model {d_model} must be even for {kind} positions</source>
        <translation>d_model {d_model} muss für Positionen der Art {kind} gerade sein</translation>
    </message>
    <message>
        <source>another program is downloading it</source>
        <translation>ein anderes Programm lädt es gerade herunter</translation>
    </message>
    <message>
        <source>{path} cannot be written ({error})</source>
        <translation>{path} kann nicht beschrieben werden ({error})</translation>
    </message>
    <message>
        <source>{url} sends another file: {problem}</source>
        <translation>{url} sendet eine andere Datei: {problem}</translation>
    </message>
    <message>
        <source>{url} is not encrypted</source>
        <translation>{url} ist nicht verschlüsselt</translation>
    </message>
    <message>
        <source>it has {size:,} bytes instead of {expected:,}</source>
        <translation>sie hat {size:,} statt {expected:,} Bytes</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>ihre Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>it is not a zip file</source>
        <translation>sie ist keine Zip-Datei</translation>
    </message>
    <message>
        <source>it contains no model</source>
        <translation>sie enthält kein Modell</translation>
    </message>
    <message>
        <source>its attention heads are independent of each other</source>
        <translation>seine Attention-Köpfe sind voneinander unabhängig</translation>
    </message>
    <message>
        <source>its norms have an epsilon other than 0.00001</source>
        <translation>seine Normen haben ein anderes Epsilon als 0,00001</translation>
    </message>
    <message>
        <source>it has a norm after each stack, but its layers are post-norm</source>
        <translation>nach jedem Stapel folgt eine Norm, obwohl seine Schichten Post-Norm sind</translation>
    </message>
    <message>
        <source>its layers are pre-norm, but no norm follows each stack</source>
        <translation>seine Schichten sind Pre-Norm, aber nach den Stapeln folgt keine Norm</translation>
    </message>
    <message>
        <source>its layers are pre-norm, but its embeddings are not all tied</source>
        <translation>seine Schichten sind Pre-Norm, aber nicht alle Embeddings sind gekoppelt</translation>
    </message>
    <message>
        <source>it has {usable} usable sentence pairs, and at least {least} are needed; {dropped} were left out. Add more pairs</source>
        <translation>er hat {usable} brauchbare Satzpaare, und mindestens {least} werden benötigt; {dropped} wurden ausgelassen. Fügen Sie weitere Paare hinzu</translation>
    </message>
    <message>
        <source>tokenizer.kind: sentencepiece is not learned; choose bpe, or start from a model that has it</source>
        <translation>tokenizer.kind: sentencepiece wird nicht gelernt; wählen Sie bpe, oder gehen Sie von einem Modell aus, das es hat</translation>
    </message>
    <message>
        <source>the model {model} that it started from has changed since; restore it, or start a new run</source>
        <translation>das Modell {model}, von dem er ausging, hat sich seither geändert; stellen Sie es wieder her, oder starten Sie einen neuen Lauf</translation>
    </message>
    <message>
        <source>fine_tuning.start_from: no installed model translates from {source} to {target}; import or train one first</source>
        <translation>fine_tuning.start_from: kein installiertes Modell übersetzt von {source} nach {target}; importieren oder trainieren Sie erst eines</translation>
    </message>
    <message>
        <source>its sources do not end with an end token</source>
        <translation>seine Quelltexte enden nicht mit einem End-Token</translation>
    </message>
    <message>
        <source>there is no run to resume: {name} cannot be read ({problem})</source>
        <translation>Dort ist kein Lauf, der fortgesetzt werden kann: {name} ist nicht lesbar ({problem})</translation>
    </message>
    <message>
        <source>{name} is damaged ({problem}); delete this file and resume the run, and it is learned again from the same text</source>
        <translation>{name} ist beschädigt ({problem}); löschen Sie diese Datei und setzen Sie den Lauf fort, dann wird sie aus demselben Text neu gelernt</translation>
    </message>
    <message>
        <source>{name} is missing, and what is learned from the text now differs from it; restore the file, or start a new run</source>
        <translation>{name} fehlt, und was jetzt aus dem Text gelernt wird, weicht davon ab; stellen Sie die Datei wieder her, oder beginnen Sie einen neuen Lauf</translation>
    </message>
    <message>
        <source>{file} cannot be used; restore it from a copy, or start a new run ({error})</source>
        <translation>{file} ist nicht verwendbar; stellen Sie die Datei aus einer Kopie wieder her, oder beginnen Sie einen neuen Lauf ({error})</translation>
    </message>
    <message>
        <source>{name} is damaged ({problem}); if nothing else in the run was changed, delete this file and resume the run</source>
        <translation>{name} ist beschädigt ({problem}); wenn sonst nichts am Lauf geändert wurde, löschen Sie diese Datei und setzen Sie den Lauf fort</translation>
    </message>
    <message>
        <source>hints need it, and it is missing</source>
        <translation>Hinweise brauchen sie, und sie fehlt</translation>
    </message>
    <message>
        <source>has a block of more than {limit} lines, such as a table; split it into smaller ones</source>
        <translation>enthält einen Block von mehr als {limit} Zeilen, etwa eine Tabelle; teilen Sie ihn in kleinere auf</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Das Training</translation>
    </message>
    <message>
        <source>Exporting a model for another program</source>
        <translation>Ein Modell für ein anderes Programm zu exportieren</translation>
    </message>
    <message>
        <source>Importing weights in PyTorch&apos;s own format</source>
        <translation>Gewichte im Format von PyTorch zu importieren</translation>
    </message>
    <message>
        <source>Translating with several models together</source>
        <translation>Das gemeinsame Übersetzen mit mehreren Modellen</translation>
    </message>
    <message>
        <source>Translating on this processor</source>
        <translation>Das Übersetzen auf diesem Prozessor</translation>
    </message>
    <message>
        <source>A model with a vocabulary of whole words</source>
        <translation>Ein Modell mit einem Vokabular aus ganzen Wörtern zu verwenden</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>layer {number}</source>
        <translation>Schicht {number}</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>Kopf {number}</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>Gewicht der Aufmerksamkeit</translation>
    </message>
    <message>
        <source>share of row maximum</source>
        <translation>Anteil am Höchstwert der Zeile</translation>
    </message>
    <message>
        <source>difference of weights</source>
        <translation>Unterschied der Gewichte</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Licence: {licence}</source>
        <translation>Lizenz: {licence}</translation>
    </message>
    <message>
        <source>Encoding of the file: {name}</source>
        <translation>Kodierung der Datei: {name}</translation>
    </message>
    <message numerus="yes">
        <source>Encoding of the %n file(s): {name}</source>
        <translation>
            <numerusform>Kodierung der %n Datei: {name}</numerusform>
            <numerusform>Kodierung der %n Dateien: {name}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s), {share} % of the training text</source>
        <translation>
            <numerusform>%Ln Paar, {share} % des Trainingstextes</numerusform>
            <numerusform>%Ln Paare, {share} % des Trainingstextes</numerusform>
        </translation>
    </message>
    <message>
        <source>Training pairs</source>
        <translation>Trainingspaare</translation>
    </message>
    <message>
        <source>used to choose the best weights</source>
        <translation>zur Wahl der besten Gewichte</translation>
    </message>
    <message>
        <source>used to measure the result</source>
        <translation>zum Messen des Ergebnisses</translation>
    </message>
    <message>
        <source>The text has no validation text, so some pairs were set aside for it. No sentence is in more than one part.</source>
        <translation>Der Text enthält keinen Validierungstext, deshalb wurden einige Paare dafür abgeteilt. Kein Satz steht in mehr als einem Teil.</translation>
    </message>
    <message>
        <source>Pairs left out, and why</source>
        <translation>Weggelassene Paare und Gründe</translation>
    </message>
    <message>
        <source>Usable text</source>
        <translation>Verwendbarer Text</translation>
    </message>
    <message>
        <source>First pairs</source>
        <translation>Erste Paare</translation>
    </message>
    <message>
        <source>Encodings detected:</source>
        <translation>Erkannte Kodierungen:</translation>
    </message>
    <message>
        <source>In a sample, {hinted} of {read} pairs can get hints from the dictionary:</source>
        <translation>In einer Stichprobe können {hinted} von {read} Paaren Hinweise aus dem Wörterbuch bekommen:</translation>
    </message>
    <message>
        <source>{hinted} of {read} pairs can get hints from the dictionary:</source>
        <translation>{hinted} von {read} Paaren können Hinweise aus dem Wörterbuch bekommen:</translation>
    </message>
    <message>
        <source>{inflected} in dictionary form, {written} as in the translation; {several} with several candidates, {phrases} for several words</source>
        <translation>{inflected} in der Grundform, {written} wie in der Übersetzung; {several} mit mehreren Möglichkeiten, {phrases} zu mehreren Wörtern</translation>
    </message>
    <message>
        <source>None: every pair can be used.</source>
        <translation>Keine: Jedes Paar ist verwendbar.</translation>
    </message>
    <message>
        <source>This text is too small to learn a language from: expect no usable translations from fewer than {least} pairs. It can improve an existing model, from {enough} pairs on: choose that on the next page.</source>
        <translation>Dieser Text ist zu klein, um daraus eine Sprache zu lernen: Mit weniger als {least} Paaren sind keine brauchbaren Übersetzungen zu erwarten. Ab {enough} Paaren kann er ein vorhandenes Modell verbessern: Wählen Sie das auf der nächsten Seite.</translation>
    </message>
</context>
<context>
    <name>ProblemNotices</name>
    <message>
        <source>The attention was saved as {name}.</source>
        <translation>Die Attention wurde als {name} gespeichert.</translation>
    </message>
</context>
<context>
    <name>ProgramsPage</name>
    <message>
        <source>&amp;Let other programs translate</source>
        <translation>A&amp;ndere Programme übersetzen lassen</translation>
    </message>
    <message>
        <source>Programs on this computer that can use LibreTranslate translate with your models, at the address and with the key below. Other computers cannot connect. While it is on, it takes up to half a gigabyte of memory.</source>
        <translation>Programme auf diesem Computer, die LibreTranslate benutzen können, übersetzen mit Ihren Modellen, mit der Adresse und dem Schlüssel hier unten. Andere Computer können sich nicht verbinden. Solange es eingeschaltet ist, braucht es bis zu einem halben Gigabyte Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Translate &amp;from any program</source>
        <translation>Aus &amp;jedem Programm übersetzen</translation>
    </message>
    <message>
        <source>Select or copy text in any program and press the shortcut: the translation opens beside the pointer. Enter copies it, Esc closes it.</source>
        <translation>Markieren oder kopieren Sie Text in irgendeinem Programm und drücken Sie das Tastenkürzel: Die Übersetzung öffnet sich neben dem Mauszeiger. Die Eingabetaste kopiert sie, Esc schließt sie.</translation>
    </message>
    <message>
        <source>&amp;Shortcut</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Click, then press the keys you want.</source>
        <translation>Klicken Sie, dann drücken Sie die gewünschten Tasten.</translation>
    </message>
    <message>
        <source>Translate &amp;whatever is copied</source>
        <translation>Alles &amp;Kopierte übersetzen</translation>
    </message>
    <message>
        <source>The translation opens as soon as you copy text in another program. What password managers copy is left alone.</source>
        <translation>Die Übersetzung öffnet sich, sobald Sie in einem anderen Programm Text kopieren. Was Passwortverwaltungen kopieren, bleibt unbeachtet.</translation>
    </message>
    <message>
        <source>&amp;Keep running in the system tray</source>
        <translation>Im Infobereich &amp;weiterlaufen</translation>
    </message>
    <message>
        <source>Closing the window hides it, so that the shortcut still works. Quit from the icon&apos;s menu.</source>
        <translation>Das Schließen verbirgt nur das Fenster, damit das Tastenkürzel weiter wirkt. Beendet wird über das Menü des Symbols.</translation>
    </message>
    <message>
        <source>Start &amp;hidden</source>
        <translation>&amp;Verborgen starten</translation>
    </message>
    <message>
        <source>Only the icon in the system tray shows at first.</source>
        <translation>Zuerst ist nur das Symbol im Infobereich zu sehen.</translation>
    </message>
    <message>
        <source>Another program uses this shortcut. Choose another one.</source>
        <translation>Ein anderes Programm benutzt dieses Tastenkürzel. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>A shortcut needs Ctrl, Alt or Meta and another key.</source>
        <translation>Ein Tastenkürzel braucht Strg, Alt oder Meta und eine weitere Taste.</translation>
    </message>
    <message>
        <source>Your desktop does not let programs set such shortcuts. Add one in its keyboard settings, for this command: {command}</source>
        <translation>Ihr Desktop erlaubt Programmen solche Tastenkürzel nicht. Legen Sie in seinen Tastatureinstellungen eines an, für diesen Befehl: {command}</translation>
    </message>
</context>
<context>
    <name>QuickPopup</name>
    <message>
        <source>Quick translation</source>
        <translation>Schnelle Übersetzung</translation>
    </message>
    <message>
        <source>Source language</source>
        <translation>Ausgangssprache</translation>
    </message>
    <message>
        <source>Swap languages</source>
        <translation>Sprachen tauschen</translation>
    </message>
    <message>
        <source>Target language</source>
        <translation>Zielsprache</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>&amp;Copy and close</source>
        <translation>&amp;Kopieren und schließen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>&amp;Open in Translucent</source>
        <translation>In Translucent &amp;öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>No model for the other direction is installed.</source>
        <translation>Für die andere Richtung ist kein Modell installiert.</translation>
    </message>
    <message>
        <source>Swap languages ({keys})</source>
        <translation>Sprachen tauschen ({keys})</translation>
    </message>
    <message>
        <source>Translating…</source>
        <translation>Wird übersetzt …</translation>
    </message>
</context>
<context>
    <name>QuickPresenter</name>
    <message>
        <source>Nothing to translate</source>
        <translation>Nichts zu übersetzen</translation>
    </message>
    <message>
        <source>Select or copy some text in any program, then press the shortcut again.</source>
        <translation>Markieren oder kopieren Sie Text in einem Programm, dann drücken Sie das Tastenkürzel noch einmal.</translation>
    </message>
    <message>
        <source>This text is long</source>
        <translation>Dieser Text ist lang</translation>
    </message>
    <message>
        <source>Open it in Translucent to translate it.</source>
        <translation>Öffnen Sie ihn in Translucent, um ihn zu übersetzen.</translation>
    </message>
    <message>
        <source>No model to translate with</source>
        <translation>Kein Modell zum Übersetzen</translation>
    </message>
    <message>
        <source>Open Translucent, and import or train a model.</source>
        <translation>Öffnen Sie Translucent und importieren oder trainieren Sie ein Modell.</translation>
    </message>
</context>
<context>
    <name>ReadingAloud</name>
    <message>
        <source>No program on this computer can read aloud.</source>
        <translation>Kein Programm auf diesem Computer kann vorlesen.</translation>
    </message>
    <message>
        <source>Install {packages}, then try again.</source>
        <translation>Installieren Sie {packages} und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>This computer has no voice for {language}. Install one to hear it.</source>
        <translation>Dieser Computer hat keine Stimme für {language}. Installieren Sie eine, um den Text zu hören.</translation>
    </message>
    <message>
        <source>Reading aloud failed: {reason}</source>
        <translation>Vorlesen fehlgeschlagen: {reason}</translation>
    </message>
</context>
<context>
    <name>RecipePage</name>
    <message>
        <source>Choose a recipe</source>
        <translation>Rezept wählen</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnelltest</translation>
    </message>
    <message>
        <source>A small model that soon writes simple sentences.</source>
        <translation>Ein kleines Modell, das bald einfache Sätze schreibt.</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Am besten</translation>
    </message>
    <message>
        <source>From the papers</source>
        <translation>Aus der Forschung</translation>
    </message>
    <message>
        <source>a few minutes</source>
        <translation>einige Minuten</translation>
    </message>
    <message>
        <source>about an hour on two processor cores</source>
        <translation>etwa eine Stunde auf zwei Prozessorkernen</translation>
    </message>
    <message>
        <source>hours on a graphics card, days without one</source>
        <translation>Stunden mit Grafikkarte, Tage ohne</translation>
    </message>
    <message>
        <source>enough to watch it learn, not to translate with</source>
        <translation>genug, um beim Lernen zuzusehen, nicht zum Übersetzen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Qualität</translation>
    </message>
    <message>
        <source>Recipe “{name}”: {summary}</source>
        <translation>Rezept „{name}“: {summary}</translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) changed: {changed}</source>
        <translation>
            <numerusform>%n Einstellung geändert: {changed}</numerusform>
            <numerusform>%n Einstellungen geändert: {changed}</numerusform>
        </translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>Load recipe</source>
        <translation>Rezept laden</translation>
    </message>
    <message>
        <source>Save recipe</source>
        <translation>Rezept speichern</translation>
    </message>
    <message>
        <source>Recipes (*.toml)</source>
        <translation>Rezepte (*.toml)</translation>
    </message>
    <message>
        <source>A recipe sets how large the model is and how it learns. The longer it trains, the better it translates.</source>
        <translation>Ein Rezept legt fest, wie groß das Modell ist und wie es lernt. Je länger es trainiert, desto besser übersetzt es.</translation>
    </message>
    <message>
        <source>&amp;All settings…</source>
        <translation>&amp;Alle Einstellungen …</translation>
    </message>
    <message>
        <source>View and change all settings of the chosen recipe</source>
        <translation>Alle Einstellungen des gewählten Rezepts ansehen und ändern</translation>
    </message>
    <message>
        <source>&amp;Load recipe…</source>
        <translation>Rezept &amp;laden …</translation>
    </message>
    <message>
        <source>Load a recipe from a TOML file</source>
        <translation>Ein Rezept aus einer TOML-Datei laden</translation>
    </message>
    <message>
        <source>&amp;Save recipe…</source>
        <translation>Rezept &amp;speichern …</translation>
    </message>
    <message>
        <source>Save the chosen recipe as a TOML file</source>
        <translation>Das gewählte Rezept als TOML-Datei speichern</translation>
    </message>
    <message>
        <source>Everyday language</source>
        <translation>Alltagssprache</translation>
    </message>
    <message>
        <source>A medium-sized model made for the included text. Into German, it lets you choose between du and Sie.</source>
        <translation>Ein mittelgroßes Modell, passend zum mitgelieferten Text. Ins Deutsche lässt es die Wahl zwischen du und Sie.</translation>
    </message>
    <message>
        <source>A small, fast model that learns nearly all that a small text can teach.</source>
        <translation>Ein kleines, schnelles Modell, das fast alles lernt, was ein kleiner Text hergibt.</translation>
    </message>
    <message>
        <source>A larger model, with everything that gets more out of a small text.</source>
        <translation>Ein größeres Modell mit allem, was mehr aus einem kleinen Text herausholt.</translation>
    </message>
    <message>
        <source>Published trainings, reproduced setting by setting.</source>
        <translation>Veröffentlichte Trainings, Einstellung für Einstellung nachgestellt.</translation>
    </message>
    <message>
        <source>some hours on two processor cores</source>
        <translation>einige Stunden auf zwei Prozessorkernen</translation>
    </message>
    <message>
        <source>seconds to days</source>
        <translation>Sekunden bis Tage</translation>
    </message>
    <message>
        <source>for everyday sentences; the included models learned from far more text</source>
        <translation>für Alltagssätze; die mitgelieferten Modelle haben aus viel mehr Text gelernt</translation>
    </message>
    <message>
        <source>good for sentences like its training text</source>
        <translation>gut für Sätze, die dem Trainingstext gleichen</translation>
    </message>
    <message>
        <source>the best we can get from a small text</source>
        <translation>das Beste, was sich aus einem kleinen Text herausholen lässt</translation>
    </message>
    <message>
        <source>matches published results, within random variation</source>
        <translation>wie veröffentlicht, bis auf Zufallsschwankungen</translation>
    </message>
    <message>
        <source>a model of your own, without text of your own</source>
        <translation>ein eigenes Modell ohne eigene Texte</translation>
    </message>
    <message>
        <source>a first try, and to check that your text is read correctly</source>
        <translation>einen ersten Versuch, und um zu prüfen, ob Ihr Text richtig gelesen wird</translation>
    </message>
    <message>
        <source>most people; start here</source>
        <translation>die meisten; beginnen Sie hier</translation>
    </message>
    <message>
        <source>computers you can leave running</source>
        <translation>Computer, die so lange laufen können</translation>
    </message>
    <message>
        <source>studying and comparing</source>
        <translation>Studium und Vergleich</translation>
    </message>
    <message>
        <source>Suited for</source>
        <translation>Geeignet für</translation>
    </message>
    <message>
        <source>at most {duration}, measured on this computer</source>
        <translation>höchstens {duration}, auf diesem Computer gemessen</translation>
    </message>
    <message>
        <source>Recipes from papers</source>
        <translation>Rezepte aus der Forschung</translation>
    </message>
    <message>
        <source>Reproduces</source>
        <translation>Reproduziert</translation>
    </message>
    <message>
        <source>Improve an existing model</source>
        <translation>Ein vorhandenes Modell verbessern</translation>
    </message>
    <message>
        <source>An installed model learns your words and your style from your own sentence pairs. It stays as it is; the result is a new model.</source>
        <translation>Ein installiertes Modell lernt aus Ihren eigenen Satzpaaren Ihre Wörter und Ihren Stil. Es bleibt, wie es ist; das Ergebnis ist ein neues Modell.</translation>
    </message>
    <message>
        <source>a few minutes on two processor cores</source>
        <translation>einige Minuten auf zwei Prozessorkernen</translation>
    </message>
    <message>
        <source>better on text like yours, often a little worse on other text; the result shows both</source>
        <translation>besser bei Text wie Ihrem, bei anderem Text oft etwas schlechter; das Ergebnis zeigt beides</translation>
    </message>
    <message>
        <source>your own text of 100 sentence pairs or more</source>
        <translation>eigenen Text ab 100 Satzpaaren</translation>
    </message>
    <message>
        <source>No installed model translates in this direction</source>
        <translation>Kein installiertes Modell übersetzt in diese Richtung</translation>
    </message>
</context>
<context>
    <name>RecipeSetting</name>
    <message>
        <source>name of the recipe: lower-case letters, digits, - and _</source>
        <translation>Name des Rezepts: Kleinbuchstaben, Ziffern, - und _</translation>
    </message>
    <message>
        <source>validate with at most this many pairs of each text; 0: all</source>
        <translation>mit höchstens so vielen Paaren jedes Textes validieren; 0: mit allen</translation>
    </message>
    <message>
        <source>drop training pairs with more words than this on a side; 0: keep all</source>
        <translation>Trainingspaare mit mehr Wörtern auf einer Seite auslassen; 0: alle behalten</translation>
    </message>
    <message>
        <source>drop training pairs with tags, entities or placeholders on one side only, or with nothing but an address</source>
        <translation>Trainingspaare weglassen, bei denen Auszeichnungen, Entitäten oder Platzhalter nur auf einer Seite stehen oder eine Seite nur eine Adresse ist</translation>
    </message>
    <message>
        <source>into German: put a tag before half of the training sources whose targets say du or Sie, so that users can choose</source>
        <translation>ins Deutsche: vor die Hälfte der Trainingssätze, deren Übersetzung du oder Sie sagt, eine Marke setzen, damit Benutzer wählen können</translation>
    </message>
    <message>
        <source>chance that a source is written in lower case</source>
        <translation>Wahrscheinlichkeit, dass ein Ausgangssatz kleingeschrieben wird</translation>
    </message>
    <message>
        <source>chance that both sides are written in capitals</source>
        <translation>Wahrscheinlichkeit, dass beide Seiten in Großbuchstaben geschrieben werden</translation>
    </message>
    <message>
        <source>chance that both sides lose their final punctuation mark</source>
        <translation>Wahrscheinlichkeit, dass beide Seiten ihr Satzzeichen am Ende verlieren</translation>
    </message>
    <message>
        <source>one vocabulary for both languages</source>
        <translation>ein Wortschatz für beide Sprachen</translation>
    </message>
    <message>
        <source>words only: write everything in lower case</source>
        <translation>nur words: alles kleinschreiben</translation>
    </message>
    <message>
        <source>source sentences begin with &lt;s&gt;</source>
        <translation>Ausgangssätze beginnen mit &lt;s&gt;</translation>
    </message>
    <message>
        <source>source sentences end with &lt;/s&gt;</source>
        <translation>Ausgangssätze enden mit &lt;/s&gt;</translation>
    </message>
    <message>
        <source>width of the model</source>
        <translation>Breite des Modells</translation>
    </message>
    <message>
        <source>inner width of the feed-forward networks</source>
        <translation>innere Breite der Feed-Forward-Netze</translation>
    </message>
    <message>
        <source>layers that read the source</source>
        <translation>Schichten, die den Ausgangstext lesen</translation>
    </message>
    <message>
        <source>layers that write the target</source>
        <translation>Schichten, die die Übersetzung schreiben</translation>
    </message>
    <message>
        <source>attention heads of each layer</source>
        <translation>Aufmerksamkeitsköpfe jeder Schicht</translation>
    </message>
    <message>
        <source>dropout after each sub-layer and on embeddings plus positions</source>
        <translation>Dropout nach jeder Teilschicht und auf Embeddings plus Positionen</translation>
    </message>
    <message>
        <source>dropout on attention weights</source>
        <translation>Dropout auf Gewichten der Aufmerksamkeit</translation>
    </message>
    <message>
        <source>dropout inside the feed-forward networks</source>
        <translation>Dropout in den Feed-Forward-Netzen</translation>
    </message>
    <message>
        <source>function inside the feed-forward networks</source>
        <translation>Funktion in den Feed-Forward-Netzen</translation>
    </message>
    <message>
        <source>LayerNorm after or before each sub-layer</source>
        <translation>LayerNorm nach oder vor jeder Teilschicht</translation>
    </message>
    <message>
        <source>what LayerNorm adds to the variance</source>
        <translation>was LayerNorm zur Varianz addiert</translation>
    </message>
    <message>
        <source>biases on query, key and value projections</source>
        <translation>Bias bei den Projektionen für Query, Key und Value</translation>
    </message>
    <message>
        <source>a bias on the projection to the vocabulary</source>
        <translation>ein Bias bei der Projektion auf den Wortschatz</translation>
    </message>
    <message>
        <source>heads share d_model (split) or each project all of it (independent)</source>
        <translation>Köpfe teilen sich d_model (split) oder projizieren es jeweils ganz (independent)</translation>
    </message>
    <message>
        <source>multiply embeddings by sqrt(d_model)</source>
        <translation>Embeddings mit sqrt(d_model) malnehmen</translation>
    </message>
    <message>
        <source>spread over the whole vocabulary (uniform), or over all but the right token and padding (others)</source>
        <translation>auf den ganzen Wortschatz verteilt (uniform) oder auf alle außer dem richtigen Token und dem Füllzeichen (others)</translation>
    </message>
    <message>
        <source>noam: noam_factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5); inverse_sqrt: linear to learning_rate, then falling with step^-0.5; cosine: linear to learning_rate, then along a half cosine to 0 at the end of the run; constant</source>
        <translation>noam: noam_factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5); inverse_sqrt: linear bis learning_rate, dann fallend mit step^-0.5; cosine: linear bis learning_rate, dann entlang eines halben Kosinus auf 0 am Ende des Laufs; constant: gleichbleibend</translation>
    </message>
    <message>
        <source>factor of the noam schedule</source>
        <translation>Faktor bei noam</translation>
    </message>
    <message>
        <source>what batch_size counts</source>
        <translation>was batch_size zählt</translation>
    </message>
    <message>
        <source>passes over the training text; 0: no limit</source>
        <translation>Durchgänge durch den Trainingstext; 0: keine Grenze</translation>
    </message>
    <message>
        <source>steps between validations; 0: each epoch</source>
        <translation>Schritte zwischen Validierungen; 0: jede Epoche</translation>
    </message>
    <message>
        <source>number format of the forward pass; bf16: bfloat16 where it is faster, which is measured when a run begins</source>
        <translation>Zahlenformat des Vorwärtslaufs; bf16: bfloat16, wo es schneller ist; das wird zu Beginn eines Laufs gemessen</translation>
    </message>
    <message>
        <source>power: length^p; gnmt: ((5 + length) / 6)^p</source>
        <translation>power: Länge^p; gnmt: ((5 + Länge) / 6)^p</translation>
    </message>
    <message>
        <source>longest translation in tokens</source>
        <translation>längste Übersetzung in Tokens</translation>
    </message>
    <message>
        <source>how the weights are stored</source>
        <translation>wie die Gewichte gespeichert werden</translation>
    </message>
    <message>
        <source>one line: what this recipe is for</source>
        <translation>eine Zeile: wofür dieses Rezept gedacht ist</translation>
    </message>
    <message>
        <source>the published training it reproduces, if any</source>
        <translation>das veröffentlichte Training, das es reproduziert, falls es eines gibt</translation>
    </message>
    <message>
        <source>language to translate from, such as en</source>
        <translation>Sprache, aus der übersetzt wird, etwa en</translation>
    </message>
    <message>
        <source>language to translate to, such as de</source>
        <translation>Sprache, in die übersetzt wird, etwa de</translation>
    </message>
    <message>
        <source>multi30k: the image captions; pairs: your own aligned text; everyday: the included everyday language; toy: 20 included pairs; reverse: made-up sentences to reverse; iwslt14: TED talks</source>
        <translation>multi30k: die Bildunterschriften; pairs: Ihre eigenen Satzpaare; everyday: die mitgelieferte Alltagssprache; toy: 20 mitgelieferte Paare; reverse: erfundene Sätze zum Umdrehen; iwslt14: TED-Vorträge</translation>
    </message>
    <message>
        <source>name of the text within the model&apos;s name; empty: its kind</source>
        <translation>Name des Textes im Namen des Modells; leer: seine Art</translation>
    </message>
    <message>
        <source>who owns the text and how it may be used, for the model card</source>
        <translation>wem der Text gehört und wie er verwendet werden darf, für die Modellkarte</translation>
    </message>
    <message>
        <source>pairs only: language of a table&apos;s first column, such as en, if its first line names none; empty: the language to translate from</source>
        <translation>nur pairs: Sprache der ersten Spalte einer Tabelle, etwa en, wenn ihre erste Zeile keine nennt; leer: die, aus der übersetzt wird</translation>
    </message>
    <message>
        <source>pairs only: how often each of several texts appears in an epoch, in the order of --data; empty: there is one text</source>
        <translation>nur pairs: wie oft jeder von mehreren Texten in einer Epoche vorkommt, in der Reihenfolge von --data; leer: es gibt nur einen Text</translation>
    </message>
    <message>
        <source>pairs only: how often pairs of an origin appear in an epoch, as in {web = 0.5}; others once; 0: never. The column origin of a table says where a pair is from; without column names it is the third</source>
        <translation>nur pairs: wie oft eine Epoche die Paare einer Herkunft hat, etwa {web = 0.5}; andere einmal; 0: nie. Woher ein Paar ist, sagt die Spalte origin einer Tabelle, ohne Spaltennamen die dritte</translation>
    </message>
    <message>
        <source>longest training sentence in tokens, including &lt;s&gt; and &lt;/s&gt;</source>
        <translation>längster Trainingssatz in Tokens, &lt;s&gt; und &lt;/s&gt; mitgezählt</translation>
    </message>
    <message>
        <source>drop or truncate overlong training pairs</source>
        <translation>zu lange Trainingspaare weglassen oder kürzen</translation>
    </message>
    <message>
        <source>drop training pairs with one side this many times as long as the other; 0: keep all</source>
        <translation>Trainingspaare auslassen, deren eine Seite so viele Male so lang ist wie die andere; 0: alle behalten</translation>
    </message>
    <message>
        <source>keep only the first of identical training pairs</source>
        <translation>von gleichen Trainingspaaren nur das erste behalten</translation>
    </message>
    <message>
        <source>drop training pairs with a side that is in the validation or test text</source>
        <translation>Trainingspaare auslassen, von denen eine Seite im Validierungs- oder Testtext steht</translation>
    </message>
    <message>
        <source>drop training pairs of more than three words whose sides are the same</source>
        <translation>Trainingspaare mit mehr als drei Wörtern auslassen, deren Seiten gleich sind</translation>
    </message>
    <message>
        <source>drop training pairs with a side that is not in its language&apos;s script</source>
        <translation>Trainingspaare auslassen, von denen eine Seite nicht in der Schrift ihrer Sprache ist</translation>
    </message>
    <message>
        <source>keep only the first of training pairs that differ only in case, digits and punctuation</source>
        <translation>von Trainingspaaren, die sich nur in Großschreibung, Ziffern und Satzzeichen unterscheiden, nur das erste behalten</translation>
    </message>
    <message>
        <source>drop training pairs with a sentence of at least four words that is certainly in another language</source>
        <translation>Trainingspaare mit einem Satz von mindestens vier Wörtern weglassen, der sicher in einer anderen Sprache ist</translation>
    </message>
    <message>
        <source>drop training pairs whose sides have different numbers</source>
        <translation>Trainingspaare mit verschiedenen Zahlen auf den beiden Seiten weglassen</translation>
    </message>
    <message>
        <source>drop training pairs with a smaller share of letters than this on a side, not counting spaces; 0: keep all</source>
        <translation>Trainingspaare weglassen, bei denen eine Seite einen kleineren Anteil an Buchstaben hat, Leerzeichen nicht gezählt; 0: alle behalten</translation>
    </message>
    <message>
        <source>put a tag before training sources that were back-translated by a machine</source>
        <translation>eine Marke vor Ausgangssätze setzen, die eine Maschine zurückübersetzt hat</translation>
    </message>
    <message>
        <source>chance that a source&apos;s apostrophes and quotation marks become straight or curly, or that its apostrophes are left out</source>
        <translation>Wahrscheinlichkeit, dass Apostrophe und Anführungszeichen eines Ausgangssatzes gerade oder typografisch werden oder die Apostrophe wegfallen</translation>
    </message>
    <message>
        <source>chance that two letters of a source are swapped, or that one is lost or doubled</source>
        <translation>Wahrscheinlichkeit, dass zwei Buchstaben eines Ausgangssatzes die Plätze tauschen oder einer fehlt oder doppelt steht</translation>
    </message>
    <message>
        <source>chance that a name spelled the same on both sides is replaced by another</source>
        <translation>Wahrscheinlichkeit, dass ein Name, den beide Seiten gleich schreiben, ein anderer wird</translation>
    </message>
    <message>
        <source>English and German: chance that a source has hints from the dictionary, so that the model learns to follow a glossary</source>
        <translation>Englisch und Deutsch: Wahrscheinlichkeit, dass ein Quelltext Hinweise aus dem Wörterbuch hat, damit das Modell lernt, einem Glossar zu folgen</translation>
    </message>
    <message>
        <source>size of a subword vocabulary, including special tokens</source>
        <translation>Größe eines Wortschatzes aus Teilwörtern, Sondertokens mitgezählt</translation>
    </message>
    <message>
        <source>how often a word or a pair of subwords must occur to be learned</source>
        <translation>wie oft ein Wort oder ein Paar von Teilwörtern vorkommen muss, um gelernt zu werden</translation>
    </message>
    <message>
        <source>subwords only: chance of skipping a merge during training (BPE-dropout)</source>
        <translation>nur Teilwörter: Wahrscheinlichkeit, beim Training eine Verbindung auszulassen (BPE-Dropout)</translation>
    </message>
    <message>
        <source>another LayerNorm after each stack</source>
        <translation>noch eine LayerNorm nach jedem Schichtstapel</translation>
    </message>
    <message>
        <source>how positions are encoded</source>
        <translation>wie Positionen kodiert werden</translation>
    </message>
    <message>
        <source>number of positions the model can distinguish</source>
        <translation>Anzahl der Positionen, die das Modell unterscheiden kann</translation>
    </message>
    <message>
        <source>which of embeddings and output share weights</source>
        <translation>welche von Embeddings und Ausgabe Gewichte teilen</translation>
    </message>
    <message>
        <source>how weights are initialized: PyTorch&apos;s defaults; Xavier-uniform for every matrix; scaled: Xavier, and embeddings normal with deviation d_model^-0.5</source>
        <translation>wie Gewichte initialisiert werden: nach den Vorgaben von PyTorch; Xavier-gleichverteilt für jede Matrix; scaled: Xavier, und Embeddings normalverteilt mit Streuung d_model^-0.5</translation>
    </message>
    <message>
        <source>seed of every random choice in the run</source>
        <translation>Startwert jeder Zufallswahl des Laufs</translation>
    </message>
    <message>
        <source>label smoothing: probability taken from the right token and spread over others</source>
        <translation>Label-Smoothing: Wahrscheinlichkeit, die dem richtigen Token genommen und auf andere verteilt wird</translation>
    </message>
    <message>
        <source>weight of R-Drop, which makes two passes with different dropout agree; 0: off</source>
        <translation>Gewicht von R-Drop, das zwei Durchgänge mit verschiedenem Dropout angleicht; 0: aus</translation>
    </message>
    <message>
        <source>AdamW: decoupled weight decay</source>
        <translation>AdamW: entkoppelter Gewichtszerfall (weight decay)</translation>
    </message>
    <message>
        <source>decay rates of Adam&apos;s two running means</source>
        <translation>Abklingraten der zwei laufenden Mittel von Adam</translation>
    </message>
    <message>
        <source>epsilon added to Adam&apos;s divisor</source>
        <translation>Epsilon, das Adam zu seinem Teiler addiert</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>Gewichtszerfall (weight decay)</translation>
    </message>
    <message>
        <source>peak rate of inverse_sqrt and cosine, the rate of constant; noam ignores it</source>
        <translation>höchste Rate von inverse_sqrt und cosine, die Rate von constant; noam beachtet sie nicht</translation>
    </message>
    <message>
        <source>maximum gradient norm; larger gradients are clipped to it; 0: off</source>
        <translation>größte Norm des Gradienten; größere werden darauf gekürzt; 0: aus</translation>
    </message>
    <message>
        <source>sentences in a batch, or tokens of its longer side including padding</source>
        <translation>Sätze eines Stapels oder Tokens seiner längeren Seite, Füllzeichen mitgezählt</translation>
    </message>
    <message>
        <source>batches whose gradients are combined into one step</source>
        <translation>Stapel, deren Gradienten zu einem Schritt zusammengefasst werden</translation>
    </message>
    <message>
        <source>leave out an epoch&apos;s last batch if it is incomplete</source>
        <translation>den letzten Stapel einer Epoche auslassen, wenn er nicht voll ist</translation>
    </message>
    <message>
        <source>optimizer steps; 0: no limit</source>
        <translation>Schritte des Optimierers; 0: keine Grenze</translation>
    </message>
    <message>
        <source>minutes of training, including validation; 0: no limit</source>
        <translation>Minuten des Trainings, Validierungen mitgezählt; 0: keine Grenze</translation>
    </message>
    <message>
        <source>validation metric that decides which weights are best</source>
        <translation>Maß der Validierung, das entscheidet, welche Gewichte die besten sind</translation>
    </message>
    <message>
        <source>stop after this many validations without improvement; 0: never</source>
        <translation>nach so vielen Validierungen ohne Verbesserung aufhören; 0: nie</translation>
    </message>
    <message>
        <source>steps between checkpoints; with more, more is lost when the machine stops</source>
        <translation>Schritte zwischen Zwischenständen; je mehr, desto mehr geht bei einem Absturz verloren</translation>
    </message>
    <message>
        <source>number of epochs whose weights are averaged at the end; 0 or 1: none</source>
        <translation>Anzahl der Epochen, deren Gewichte am Ende gemittelt werden; 0 oder 1: keine</translation>
    </message>
    <message>
        <source>decay rate of a running mean of the weights; 0: none</source>
        <translation>Abklingrate eines laufenden Mittels der Gewichte; 0: keines</translation>
    </message>
    <message>
        <source>beam size: hypotheses kept; 1 is greedy</source>
        <translation>Beam-Größe: verfolgte Hypothesen; 1 ist greedy</translation>
    </message>
    <message>
        <source>how strongly longer translations are favoured</source>
        <translation>wie stark längere Übersetzungen bevorzugt werden</translation>
    </message>
    <message>
        <source>one line: what the model is and is not suited for</source>
        <translation>eine Zeile: wofür sich das Modell eignet und wofür nicht</translation>
    </message>
    <message>
        <source>steps over which the rate rises; at most half of a run on own text</source>
        <translation>Schritte, über die die Rate steigt; bei eigenem Text höchstens die Hälfte eines Laufs</translation>
    </message>
    <message>
        <source>share of the pairs to set aside for validation, and as many for testing, where the text has none; at most 1,000 each</source>
        <translation>Anteil der Paare, der für die Validierung zurückgelegt wird, und noch einmal so viele zum Testen, wenn der Text keine hat; je höchstens 1.000</translation>
    </message>
    <message>
        <source>refuse text with fewer usable pairs than this</source>
        <translation>Text mit weniger brauchbaren Paaren ablehnen</translation>
    </message>
    <message>
        <source>bpe: subwords, case kept; byte_level: subwords over bytes; words: the language&apos;s word rules; blank: split at white space; sentencepiece: only that of an imported model</source>
        <translation>bpe: Teilwörter, Großschreibung bleibt; byte_level: Teilwörter aus Bytes; words: Wortregeln der Sprache; blank: an Leerraum trennen; sentencepiece: nur das eines importierten Modells</translation>
    </message>
    <message>
        <source>name or folder of a model to start from; its vocabulary and shape are kept, and so are its languages where the recipe names none; empty: start at random</source>
        <translation>Name oder Ordner eines Modells, von dem ausgegangen wird; Vokabular und Form bleiben, auch die Sprachen, wenn das Rezept keine nennt; leer: zufälliger Anfang</translation>
    </message>
    <message>
        <source>what of the model stays as it is: nothing; its embeddings; or all that reads the source, its embeddings too</source>
        <translation>was am Modell bleibt, wie es ist: nichts (none); die Einbettungen (embeddings); oder alles, was den Ausgangstext liest, auch dessen Einbettungen (encoder)</translation>
    </message>
    <message>
        <source>how strongly weights are pulled back to those of the model: after each step by this times the learning rate of the way, so that it forgets less; 0: not at all</source>
        <translation>wie stark die Gewichte zu denen des Modells zurückgezogen werden, damit es weniger verlernt: nach jedem Schritt um diesen Wert mal die Lernrate, als Anteil der Strecke; 0: gar nicht</translation>
    </message>
</context>
<context>
    <name>ResultPage</name>
    <message>
        <source>The model is ready</source>
        <translation>Das Modell ist fertig</translation>
    </message>
    <message>
        <source>Nothing was learned.</source>
        <translation>Nichts wurde gelernt.</translation>
    </message>
    <message>
        <source>It was stopped before its first step.</source>
        <translation>Es wurde vor dem ersten Schritt angehalten.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>Noch einmal &amp;versuchen</translation>
    </message>
    <message>
        <source>Go back to the text and the recipe</source>
        <translation>Zurück zum Text und zum Rezept</translation>
    </message>
    <message>
        <source>Open &amp;log</source>
        <translation>&amp;Protokoll öffnen</translation>
    </message>
    <message>
        <source>&amp;Watch it learn</source>
        <translation>Beim &amp;Lernen zusehen</translation>
    </message>
    <message>
        <source>Open re&amp;port</source>
        <translation>&amp;Bericht öffnen</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Weights, curves and everything the run recorded</source>
        <translation>Gewichte, Kurven und alles, was der Lauf aufgezeichnet hat</translation>
    </message>
    <message>
        <source>Train &amp;another</source>
        <translation>&amp;Weiteres trainieren</translation>
    </message>
    <message>
        <source>There is no model yet: the run is not finished.</source>
        <translation>Es gibt noch kein Modell: Der Lauf ist nicht fertig.</translation>
    </message>
    <message>
        <source>See how the model translated after each epoch</source>
        <translation>Sehen, wie das Modell nach jeder Epoche übersetzte</translation>
    </message>
    <message>
        <source>One page with scores, curves and sentences</source>
        <translation>Eine Seite mit Bewertungen, Kurven und Sätzen</translation>
    </message>
    <message>
        <source>The report is written at the end of a run.</source>
        <translation>Der Bericht wird am Ende eines Laufs geschrieben.</translation>
    </message>
    <message>
        <source>Stopped; everything is saved</source>
        <translation>Angehalten; alles ist gespeichert</translation>
    </message>
    <message>
        <source>It trained for {time} and {steps} steps. Name and install it to translate with it; your other models are kept.</source>
        <translation>Es hat {time} lang in {steps} Schritten gelernt. Benennen und installieren Sie es, um damit zu übersetzen; Ihre anderen Modelle bleiben.</translation>
    </message>
    <message>
        <source>Name and install it to translate with it.</source>
        <translation>Benennen und installieren Sie es, um damit zu übersetzen.</translation>
    </message>
    <message>
        <source>{share} % done, up to step {step}. You can resume from there now or later.</source>
        <translation>{share} % fertig, bis Schritt {step}. Sie können von da jetzt oder später weitermachen.</translation>
    </message>
    <message>
        <source>Everything up to the last checkpoint is kept; the run had reached step {step}.</source>
        <translation>Alles bis zum letzten Zwischenstand ist noch da; der Lauf war bei Schritt {step}.</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint</source>
        <translation>Vom letzten Zwischenstand weitermachen</translation>
    </message>
    <message>
        <source>The run&apos;s log, line by line</source>
        <translation>Das Protokoll des Laufs, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Program output</source>
        <translation>Ausgabe des Programms</translation>
    </message>
    <message>
        <source>Training curves</source>
        <translation>Trainingskurven</translation>
    </message>
    <message>
        <source>This run kept no epochs to look back at.</source>
        <translation>Dieser Lauf hat keine Epochen für den Rückblick behalten.</translation>
    </message>
    <message>
        <source>Save the model as one file to take to another computer</source>
        <translation>Das Modell als eine Datei speichern, um es auf einen anderen Computer zu bringen</translation>
    </message>
</context>
<context>
    <name>RunPage</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>&amp;Try it now</source>
        <translation>Jetzt &amp;ausprobieren</translation>
    </message>
    <message>
        <source>Stop and &amp;keep the best</source>
        <translation>&amp;Bestes behalten, anhalten</translation>
    </message>
    <message>
        <source>&amp;Stop and save</source>
        <translation>Anhalten und &amp;speichern</translation>
    </message>
    <message>
        <source>End it now</source>
        <translation>Jetzt beenden</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausieren</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Beginnt …</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Speichert …</translation>
    </message>
    <message>
        <source>Measuring the result…</source>
        <translation>Das Ergebnis wird gemessen …</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>The text is being read.</source>
        <translation>Der Text wird gelesen.</translation>
    </message>
    <message>
        <source>Before the first step</source>
        <translation>Vor dem ersten Schritt</translation>
    </message>
    <message>
        <source>Epoch {epoch}, step {step}</source>
        <translation>Epoche {epoch}, Schritt {step}</translation>
    </message>
    <message>
        <source>Epoch {epoch} of {epochs}, step {step}</source>
        <translation>Epoche {epoch} von {epochs}, Schritt {step}</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Tokens/s</translation>
    </message>
    <message>
        <source>Saving is taking unusually long. If you end it now, everything learned since the last checkpoint is lost; you can still resume from there.</source>
        <translation>Das Speichern dauert ungewöhnlich lange. Wenn Sie es jetzt beenden, geht verloren, was seit dem letzten Zwischenstand gelernt wurde; von da können Sie fortsetzen.</translation>
    </message>
    <message>
        <source>Continue training</source>
        <translation>Weiter trainieren</translation>
    </message>
    <message>
        <source>Save and free the processor until you resume; the memory stays in use</source>
        <translation>Speichern und den Prozessor freigeben, bis Sie fortsetzen; der Arbeitsspeicher bleibt belegt</translation>
    </message>
    <message>
        <source>There is nothing to keep until the first epoch is finished.</source>
        <translation>Vor dem Ende der ersten Epoche gibt es nichts zu behalten.</translation>
    </message>
    <message>
        <source>Translate with the best weights so far; training continues</source>
        <translation>Mit den bisher besten Gewichten übersetzen; das Training läuft weiter</translation>
    </message>
    <message>
        <source>Stop training and build a model from the best weights so far</source>
        <translation>Das Training beenden und aus den bisher besten Gewichten ein Modell erstellen</translation>
    </message>
    <message>
        <source>Save everything learned and stop; you can resume another day</source>
        <translation>Alles Gelernte speichern und anhalten; Sie können ein andermal fortsetzen</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training läuft</translation>
    </message>
    <message>
        <source>{place}. Everything is saved.</source>
        <translation>{place}. Alles ist gespeichert.</translation>
    </message>
    <message>
        <source>Saving what it has learned; you can resume from there.</source>
        <translation>Das Gelernte wird gespeichert; Sie können von da fortsetzen.</translation>
    </message>
    <message>
        <source>Continues after step {step}.</source>
        <translation>Es geht nach Schritt {step} weiter.</translation>
    </message>
    <message>
        <source>A model with {parameters} parameters is taking its first steps.</source>
        <translation>Ein Modell mit {parameters} Parametern macht seine ersten Schritte.</translation>
    </message>
    <message>
        <source>{pairs} sentence pairs were read; the vocabulary is being built.</source>
        <translation>{pairs} Satzpaare wurden gelesen; der Wortschatz entsteht.</translation>
    </message>
    <message>
        <source>Training has ended; the best weights are being measured on the test text.</source>
        <translation>Das Training ist beendet; die besten Gewichte werden am Testtext gemessen.</translation>
    </message>
    <message>
        <source>Compared with {model} on {corpus}: BLEU {new}, previously {old}.</source>
        <translation>Verglichen mit {model} ({corpus}): BLEU {new}, bisher {old}.</translation>
    </message>
    <message>
        <source>Measured on {corpus} ({search}): BLEU {bleu}.</source>
        <translation>Gemessen ({corpus}, {search}): BLEU {bleu}.</translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>Earlier runs</source>
        <translation>Frühere Läufe</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Watch it learn</source>
        <translation>Beim &amp;Lernen zusehen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Best BLEU</source>
        <translation>Bestes BLEU</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>Zuletzt geändert</translation>
    </message>
    <message>
        <source>running, {share} %</source>
        <translation>läuft, {share} %</translation>
    </message>
    <message>
        <source>stopped at {share} %</source>
        <translation>angehalten bei {share} %</translation>
    </message>
    <message>
        <source>failed at {share} %</source>
        <translation>gescheitert bei {share} %</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>You can resume a stopped or interrupted run at any time.</source>
        <translation>Einen angehaltenen oder unterbrochenen Lauf können Sie jederzeit fortsetzen.</translation>
    </message>
    <message>
        <source>&amp;Show result</source>
        <translation>E&amp;rgebnis zeigen</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>Lö&amp;schen …</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Delete the run “{name}” and all its weights? Installed models are kept.</source>
        <translation>Den Lauf „{name}“ und alle seine Gewichte löschen? Installierte Modelle bleiben.</translation>
    </message>
</context>
<context>
    <name>SampleCard</name>
    <message>
        <source>Source</source>
        <translation>Ausgangstext</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(nichts)</translation>
    </message>
</context>
<context>
    <name>SampleList</name>
    <message>
        <source>after epoch {epoch}</source>
        <translation>nach Epoche {epoch}</translation>
    </message>
    <message>
        <source>Epoch shown</source>
        <translation>Gezeigte Epoche</translation>
    </message>
    <message>
        <source>The first translations appear after the first epoch.</source>
        <translation>Die ersten Übersetzungen erscheinen nach der ersten Epoche.</translation>
    </message>
    <message>
        <source>Sample translations</source>
        <translation>Beispielübersetzungen</translation>
    </message>
    <message>
        <source>after epoch {epoch}, the latest</source>
        <translation>nach Epoche {epoch}, der neuesten</translation>
    </message>
</context>
<context>
    <name>SampleMap</name>
    <message>
        <source>Attention map</source>
        <translation>Aufmerksamkeitskarte</translation>
    </message>
    <message>
        <source>{target} looks at {source}: {weight}</source>
        <translation>{target} blickt auf {source}: {weight}</translation>
    </message>
    <message>
        <source>Each row is a word of the translation; its cells are the source words it looked at: the brighter, the more. Hover or use the arrow keys for the numbers.</source>
        <translation>Jede Zeile ist ein Wort der Übersetzung; ihre Zellen sind die Wörter des Ausgangstextes, auf die es blickte: je heller, desto mehr. Zeigen oder Pfeiltasten nennen die Zahlen.</translation>
    </message>
</context>
<context>
    <name>ScoresView</name>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>chrF</source>
        <translation>chrF</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>{corpus}, {search}</source>
        <translation>{corpus}, {search}</translation>
    </message>
    <message>
        <source>characters in common, 0 to 100</source>
        <translation>gemeinsame Zeichen, 0 bis 100</translation>
    </message>
    <message>
        <source>{number} sentences/s</source>
        <translation>{number} Sätze/s</translation>
    </message>
    <message>
        <source>many at once</source>
        <translation>viele zugleich</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>BLEU new</source>
        <translation>BLEU neu</translation>
    </message>
    <message>
        <source>old</source>
        <translation>alt</translation>
    </message>
    <message>
        <source>chrF new</source>
        <translation>chrF neu</translation>
    </message>
    <message>
        <source>BLEU difference</source>
        <translation>BLEU-Unterschied</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message numerus="yes">
        <source>%n sentence(s)</source>
        <translation>
            <numerusform>%n Satz</numerusform>
            <numerusform>%n Sätze</numerusform>
        </translation>
    </message>
    <message>
        <source>about as good</source>
        <translation>etwa gleich gut</translation>
    </message>
    <message>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <source>Sentences/s</source>
        <translation>Sätze/s</translation>
    </message>
    <message>
        <source>In brackets: 95 % confidence interval. p: how often chance alone would produce so large a difference; below 0.05 it counts as real.</source>
        <translation>In Klammern: 95-%-Konfidenzintervall. p: wie oft allein der Zufall einen so großen Unterschied brächte; unter 0,05 gilt er als echt.</translation>
    </message>
    <message>
        <source>All scores, and how they were measured</source>
        <translation>Alle Zahlen und wie sie gemessen wurden</translation>
    </message>
    <message>
        <source>lower is better</source>
        <translation>niedriger ist besser</translation>
    </message>
    <message>
        <source>Compared with “{model}”</source>
        <translation>Verglichen mit „{model}“</translation>
    </message>
    <message>
        <source>New model</source>
        <translation>Neues Modell</translation>
    </message>
    <message>
        <source>On the {corpus}, the new model is worse than “{model}”: BLEU {new} instead of {old} ({search}). The difference is statistically significant.</source>
        <translation>{corpus}: Das neue Modell ist schlechter als „{model}“: BLEU {new} statt {old} ({search}). Der Unterschied ist statistisch signifikant.</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Default: {value}</source>
        <translation>Standard: {value}</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Set on the Text page.</source>
        <translation>Wird auf der Seite „Text“ gewählt.</translation>
    </message>
    <message>
        <source>Back to the default of {name}: {value}</source>
        <translation>Zurück zum Standard von {name}: {value}</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Translation</source>
        <translation>Ü&amp;bersetzung</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>&amp;Aussehen</translation>
    </message>
    <message>
        <source>&amp;Privacy</source>
        <translation>&amp;Datenschutz</translation>
    </message>
    <message>
        <source>Translate &amp;while typing</source>
        <translation>Beim &amp;Tippen übersetzen</translation>
    </message>
    <message>
        <source>&amp;Beam size</source>
        <translation>Beam-&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;Length penalty</source>
        <translation>&amp;Längengewicht</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>Ge&amp;rät</translation>
    </message>
    <message>
        <source>Processor &amp;cores</source>
        <translation>&amp;Prozessorkerne</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>Schrif&amp;tart</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Schrift&amp;größe</translation>
    </message>
    <message>
        <source>&amp;Restore defaults</source>
        <translation>&amp;Standard wiederherstellen</translation>
    </message>
    <message>
        <source>Cl&amp;ose</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Other pro&amp;grams</source>
        <translation>Andere Pr&amp;ogramme</translation>
    </message>
    <message>
        <source>Cl&amp;ear history…</source>
        <translation>Verlauf &amp;löschen …</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Translates as you type. Otherwise, press {keys}.</source>
        <translation>Übersetzt, während Sie tippen. Sonst drücken Sie {keys}.</translation>
    </message>
    <message>
        <source>Look up &amp;set phrases</source>
        <translation>&amp;Feste Wendungen nachschlagen</translation>
    </message>
    <message>
        <source>Greetings and formulas of letters are taken from the dictionary.</source>
        <translation>Grüße und Briefformeln werden dem Wörterbuch entnommen.</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>Standard des Modells</translation>
    </message>
    <message>
        <source>How many candidate translations to compare. More is slower and often slightly better.</source>
        <translation>Wie viele mögliche Übersetzungen verglichen werden. Mehr ist langsamer und oft etwas besser.</translation>
    </message>
    <message>
        <source>Higher values favour longer translations.</source>
        <translation>Höhere Werte bevorzugen längere Übersetzungen.</translation>
    </message>
    <message>
        <source>Where models run. The processor is often faster for short texts. Changing this reloads the model.</source>
        <translation>Wo Modelle rechnen. Bei kurzen Texten ist der Prozessor oft schneller. Bei einer Änderung wird das Modell neu geladen.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>How many cores to use. Fewer leave more for other programs.</source>
        <translation>Wie viele Kerne benutzt werden. Weniger lassen anderen Programmen mehr.</translation>
    </message>
    <message>
        <source>Light, dark, or the same as your system.</source>
        <translation>Hell, dunkel oder wie Ihr System.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Interface &amp;language</source>
        <translation>S&amp;prache der Oberfläche</translation>
    </message>
    <message>
        <source>The language of menus and messages.</source>
        <translation>Die Sprache von Menüs und Meldungen.</translation>
    </message>
    <message>
        <source>The font of your text and its translation.</source>
        <translation>Die Schrift Ihres Textes und der Übersetzung.</translation>
    </message>
    <message>
        <source>In points. {larger} and {smaller} change it temporarily.</source>
        <translation>In Punkt. {larger} und {smaller} ändern sie vorübergehend.</translation>
    </message>
    <message>
        <source>&amp;Show uncertainty</source>
        <translation>&amp;Unsicherheit zeigen</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Program default</source>
        <translation>Vorgabe des Programms</translation>
    </message>
    <message>
        <source>Underlines words the model is very unsure of, and words that one of the texts may lack. Help ({keys}) explains the marks.</source>
        <translation>Unterstreicht Wörter, bei denen das Modell sehr unsicher ist, und solche, die in einem der Texte vielleicht fehlen. Die Hilfe ({keys}) erklärt die Markierungen.</translation>
    </message>
    <message>
        <source>Also show slight &amp;uncertainty</source>
        <translation>Auch l&amp;eichte Unsicherheit zeigen</translation>
    </message>
    <message>
        <source>Also marks words the model was somewhat unsure of, with a dotted line.</source>
        <translation>Markiert auch Wörter, bei denen das Modell etwas unsicher war, mit einer gepunkteten Linie.</translation>
    </message>
    <message>
        <source>Sa&amp;ve history</source>
        <translation>&amp;Verlauf speichern</translation>
    </message>
    <message>
        <source>Keeps past translations so you can find them. When off, nothing is saved.</source>
        <translation>Bewahrt frühere Übersetzungen auf, damit Sie sie wiederfinden. Ist der Verlauf aus, wird nichts gespeichert.</translation>
    </message>
    <message>
        <source>Deletes all past translations, including favourites.</source>
        <translation>Löscht alle früheren Übersetzungen, auch die Favoriten.</translation>
    </message>
    <message>
        <source>Everything you type stays on this computer.</source>
        <translation>Alles, was Sie tippen, bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Reset all settings</source>
        <translation>Alle Einstellungen zurücksetzen</translation>
    </message>
    <message>
        <source>Clear the whole history, including favourites?</source>
        <translation>Den ganzen Verlauf löschen, auch die Favoriten?</translation>
    </message>
    <message>
        <source>S&amp;croll texts together</source>
        <translation>Te&amp;xte gemeinsam scrollen</translation>
    </message>
    <message>
        <source>Keeps the same sentence at the top of both texts.</source>
        <translation>Hält denselben Satz in beiden Texten oben.</translation>
    </message>
</context>
<context>
    <name>SetupPresenter</name>
    <message>
        <source>Reading the text…</source>
        <translation>Der Text wird gelesen …</translation>
    </message>
    <message>
        <source>Your text has {pairs} sentence pairs: too few for a new model (at least {least}), enough to improve one.</source>
        <translation>Ihr Text hat {pairs} Satzpaare: zu wenige für ein neues Modell (mindestens {least}), genug, um ein vorhandenes zu verbessern.</translation>
    </message>
    <message>
        <source>Makes a new model, “{name}”: {direction}</source>
        <translation>Erstellt ein neues Modell, „{name}“: {direction}</translation>
    </message>
    <message>
        <source>Improves “{parent}” as a new model, “{name}”: {direction}</source>
        <translation>Verbessert „{parent}“ als neues Modell, „{name}“: {direction}</translation>
    </message>
    <message>
        <source>processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Requesting the first file…</source>
        <translation>Die erste Datei wird angefordert …</translation>
    </message>
    <message>
        <source>the best available</source>
        <translation>das beste verfügbare</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Translating</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Words and attention</source>
        <translation>Wörter und Aufmerksamkeit</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Translate now</source>
        <translation>Jetzt übersetzen</translation>
    </message>
    <message>
        <source>Clear both texts</source>
        <translation>Beide Texte leeren</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Leitfaden</translation>
    </message>
    <message>
        <source>About Translucent</source>
        <translation>Über Translucent</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Next sentence to check in a file</source>
        <translation>Nächster zu prüfender Satz einer Datei</translation>
    </message>
    <message>
        <source>Previous sentence to check in a file</source>
        <translation>Vorheriger zu prüfender Satz einer Datei</translation>
    </message>
    <message>
        <source>Attention panel</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <source>Attention of the previous sentence</source>
        <translation>Aufmerksamkeit des vorigen Satzes</translation>
    </message>
    <message>
        <source>Attention of the next sentence</source>
        <translation>Aufmerksamkeit des nächsten Satzes</translation>
    </message>
    <message>
        <source>Edit translation or stop editing</source>
        <translation>Übersetzung bearbeiten oder damit aufhören</translation>
    </message>
    <message>
        <source>Glossary…</source>
        <translation>Glossar …</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Copy translation</source>
        <translation>Übersetzung kopieren</translation>
    </message>
    <message>
        <source>Paste and translate</source>
        <translation>Einfügen und übersetzen</translation>
    </message>
    <message>
        <source>Swap languages</source>
        <translation>Sprachen tauschen</translation>
    </message>
    <message>
        <source>Translate files…</source>
        <translation>Dateien übersetzen …</translation>
    </message>
    <message>
        <source>Save translation…</source>
        <translation>Übersetzung speichern …</translation>
    </message>
    <message>
        <source>Go to your text</source>
        <translation>Zum Ausgangstext gehen</translation>
    </message>
    <message>
        <source>Other words at the cursor</source>
        <translation>Andere Wörter am Cursor</translation>
    </message>
    <message>
        <source>Undo the chosen word</source>
        <translation>Das gewählte Wort zurücknehmen</translation>
    </message>
    <message>
        <source>Previous text</source>
        <translation>Voriger Text</translation>
    </message>
    <message>
        <source>Next text</source>
        <translation>Nächster Text</translation>
    </message>
    <message>
        <source>Add to or remove from favourites</source>
        <translation>Zu den Favoriten hinzufügen oder daraus entfernen</translation>
    </message>
    <message>
        <source>Train a model…</source>
        <translation>Modell trainieren …</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Stacked</source>
        <translation>Übereinander</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Schriftgröße zurücksetzen</translation>
    </message>
    <message>
        <source>Stop translating, then unpin words</source>
        <translation>Übersetzen abbrechen, dann angeheftete Wörter lösen</translation>
    </message>
    <message>
        <source>Pin or unpin the word at the cursor</source>
        <translation>Wort am Cursor anheften oder lösen</translation>
    </message>
    <message>
        <source>Read aloud or stop</source>
        <translation>Vorlesen oder aufhören</translation>
    </message>
    <message>
        <source>Add languages…</source>
        <translation>Sprachen hinzufügen …</translation>
    </message>
</context>
<context>
    <name>SourcePane</name>
    <message>
        <source>Text to translate</source>
        <translation>Ausgangstext</translation>
    </message>
    <message>
        <source>Join lines</source>
        <translation>Zeilen verbinden</translation>
    </message>
    <message>
        <source>Join the lines of the text</source>
        <translation>Die Zeilen des Textes verbinden</translation>
    </message>
    <message>
        <source>Click a word of the translation to see other words.</source>
        <translation>Klicken Sie auf ein Wort der Übersetzung, um andere Wörter zu sehen.</translation>
    </message>
    <message>
        <source>Press {keys} to look inside the model.</source>
        <translation>Drücken Sie {keys}, um in das Modell hineinzusehen.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste ({keys})</source>
        <translation>Einfügen ({keys})</translation>
    </message>
    <message>
        <source>Translate files</source>
        <translation>Dateien übersetzen</translation>
    </message>
    <message>
        <source>Translate files ({keys})</source>
        <translation>Dateien übersetzen ({keys})</translation>
    </message>
    <message>
        <source>Clear the text</source>
        <translation>Den Text leeren</translation>
    </message>
    <message>
        <source>Add to glossary…</source>
        <translation>Zum Glossar hinzufügen …</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 Zeichen</translation>
    </message>
    <message>
        <source>{number} characters</source>
        <translation>{number} Zeichen</translation>
    </message>
    <message>
        <source>Unknown word. Did you mean: {words}?</source>
        <translation>Unbekanntes Wort. Meinten Sie: {words}?</translation>
    </message>
    <message>
        <source>This text seems to have a break at the end of every line.</source>
        <translation>Dieser Text scheint am Ende jeder Zeile umbrochen zu sein.</translation>
    </message>
    <message>
        <source>Join the lines into paragraphs; {keys} undoes this</source>
        <translation>Die Zeilen zu Absätzen verbinden; {keys} macht es rückgängig</translation>
    </message>
    <message>
        <source>Keep the lines</source>
        <translation>Die Zeilen lassen</translation>
    </message>
    <message>
        <source>Type or paste text, or drop a file: Word, Excel, PDF and more.</source>
        <translation>Tippen Sie Text oder legen Sie eine Datei ab: Word, Excel, PDF und andere.</translation>
    </message>
    <message>
        <source>Clear ({keys}); {undo} undoes this</source>
        <translation>Leeren ({keys}); {undo} macht es rückgängig</translation>
    </message>
    <message>
        <source>This word may be missing from the translation.</source>
        <translation>Dieses Wort fehlt vielleicht in der Übersetzung.</translation>
    </message>
    <message>
        <source>The model does not know this word.</source>
        <translation>Das Modell kennt dieses Wort nicht.</translation>
    </message>
</context>
<context>
    <name>StartNotices</name>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>The history was damaged. It was moved to {path}, and a new one was started.</source>
        <translation>Der Verlauf war beschädigt. Er wurde nach {path} verschoben, und ein neuer wurde begonnen.</translation>
    </message>
    <message>
        <source>Translucent stopped unexpectedly last time. A crash report was saved on this computer; it contains none of your texts.</source>
        <translation>Translucent wurde beim letzten Mal unerwartet beendet. Ein Absturzbericht wurde auf diesem Computer gespeichert; er enthält keinen Ihrer Texte.</translation>
    </message>
    <message>
        <source>Another Translucent window is running but does not respond. This is a second one; both use the same settings and history.</source>
        <translation>Ein anderes Translucent-Fenster läuft, antwortet aber nicht. Dies ist ein zweites; beide benutzen dieselben Einstellungen und denselben Verlauf.</translation>
    </message>
    <message>
        <source>The folder could not be opened. The report is {path}.</source>
        <translation>Der Ordner konnte nicht geöffnet werden. Der Bericht ist {path}.</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>You can translate text in any program with a shortcut. Turn it on in the settings.</source>
        <translation>Mit einem Tastenkürzel können Sie Text aus jedem Programm übersetzen. Schalten Sie es in den Einstellungen ein.</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Progress of the translation</source>
        <translation>Fortschritt der Übersetzung</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop translating</source>
        <translation>Das Übersetzen anhalten</translation>
    </message>
    <message>
        <source>Loading {model}…</source>
        <translation>{model} wird geladen …</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Show training</source>
        <translation>Das Training zeigen</translation>
    </message>
    <message>
        <source>Stop and keep what is translated so far ({keys})</source>
        <translation>Anhalten und behalten, was schon übersetzt ist ({keys})</translation>
    </message>
</context>
<context>
    <name>StepsLine</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Step {number} of {count}: {name}</source>
        <translation>Schritt {number} von {count}: {name}</translation>
    </message>
</context>
<context>
    <name>SwitchField</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
</context>
<context>
    <name>TargetPane</name>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Edited: “{sentence}”</source>
        <translation>Bearbeitet: „{sentence}“</translation>
    </message>
    <message>
        <source>This model is suited for: {limits}</source>
        <translation>Dieses Modell ist geeignet für: {limits}</translation>
    </message>
    <message>
        <source>You edited this sentence.</source>
        <translation>Diesen Satz haben Sie bearbeitet.</translation>
    </message>
    <message>
        <source>Nothing in your text seems to say this.</source>
        <translation>Nichts in Ihrem Text scheint das zu sagen.</translation>
    </message>
    <message>
        <source>{percent} % confident</source>
        <translation>Zu {percent} % sicher</translation>
    </message>
    <message>
        <source>Only {percent} % confident: another word may be right</source>
        <translation>Nur zu {percent} % sicher: Ein anderes Wort könnte richtig sein</translation>
    </message>
    <message>
        <source>{confidence} (not calibrated)</source>
        <translation>{confidence} (nicht kalibriert)</translation>
    </message>
    <message>
        <source>Other words…</source>
        <translation>Andere Wörter …</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
</context>
<context>
    <name>TrainingNotices</name>
    <message>
        <source>Saving the training…</source>
        <translation>Das Training wird gespeichert …</translation>
    </message>
    <message>
        <source>Training: {share} %</source>
        <translation>Training: {share} %</translation>
    </message>
    <message>
        <source>Training paused at {share} %</source>
        <translation>Training pausiert bei {share} %</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>A model is being trained. What would you like to do?</source>
        <translation>Ein Modell wird gerade trainiert. Was soll damit geschehen?</translation>
    </message>
    <message>
        <source>Stop, save and close</source>
        <translation>Anhalten, speichern und schließen</translation>
    </message>
    <message>
        <source>The training “{name}” is not finished: {share} % done.</source>
        <translation>Das Training „{name}“ ist nicht fertig: {share} % geschafft.</translation>
    </message>
    <message>
        <source>Training in progress</source>
        <translation>Training läuft</translation>
    </message>
    <message>
        <source>If you stop it, everything learned is saved, and you can resume next time.</source>
        <translation>Wenn Sie es anhalten, wird alles Gelernte gespeichert, und Sie können es beim nächsten Mal fortsetzen.</translation>
    </message>
    <message>
        <source>Keep training</source>
        <translation>Weiter trainieren</translation>
    </message>
</context>
<context>
    <name>TranslationBar</name>
    <message>
        <source>Form of address</source>
        <translation>Anrede</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Undo the chosen word</source>
        <translation>Das gewählte Wort zurücknehmen</translation>
    </message>
    <message>
        <source>Undo the chosen word ({keys})</source>
        <translation>Das gewählte Wort zurücknehmen ({keys})</translation>
    </message>
    <message>
        <source>Read the translation aloud</source>
        <translation>Die Übersetzung vorlesen</translation>
    </message>
    <message>
        <source>Read the translation aloud, or stop ({keys})</source>
        <translation>Die Übersetzung vorlesen oder anhalten ({keys})</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>Glossary ({keys})</source>
        <translation>Glossar ({keys})</translation>
    </message>
    <message>
        <source>Translation status</source>
        <translation>Stand der Übersetzung</translation>
    </message>
    <message>
        <source>translating…</source>
        <translation>wird übersetzt …</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>Mark words the model is unsure of</source>
        <translation>Wörter markieren, bei denen das Modell unsicher ist</translation>
    </message>
    <message>
        <source>Runs on: {device}</source>
        <translation>Läuft auf: {device}</translation>
    </message>
    <message>
        <source>Last translation: {seconds} s</source>
        <translation>Letzte Übersetzung: {seconds} s</translation>
    </message>
    <message>
        <source>{rate} words per second</source>
        <translation>{rate} Wörter pro Sekunde</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>informal</source>
        <translation>informell</translation>
    </message>
    <message>
        <source>formal</source>
        <translation>förmlich</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy translation</source>
        <translation>Übersetzung kopieren</translation>
    </message>
    <message>
        <source>Copy translation ({keys})</source>
        <translation>Übersetzung kopieren ({keys})</translation>
    </message>
</context>
<context>
    <name>TranslationPresenter</name>
    <message>
        <source>Retry</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>No model is installed</source>
        <translation>Es ist kein Modell installiert</translation>
    </message>
    <message>
        <source>Import or train one.</source>
        <translation>Importieren oder trainieren Sie eines.</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>{path} could not be opened. If it is missing, reinstall the program.</source>
        <translation>{path} konnte nicht geöffnet werden. Fehlt es, installieren Sie das Programm neu.</translation>
    </message>
</context>
<context>
    <name>TrayPresenter</name>
    <message>
        <source>Open Translucent</source>
        <translation>Translucent öffnen</translation>
    </message>
    <message>
        <source>Translate selected or copied text</source>
        <translation>Markierten oder kopierten Text übersetzen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Translucent</source>
        <translation>Translucent</translation>
    </message>
    <message>
        <source>Translucent keeps running</source>
        <translation>Translucent läuft weiter</translation>
    </message>
    <message>
        <source>Click its icon to open it again. The icon&apos;s menu quits it.</source>
        <translation>Ein Klick auf das Symbol öffnet es wieder. Über sein Menü wird es beendet.</translation>
    </message>
</context>
<context>
    <name>TrialPresenter</name>
    <message>
        <source>{run}, so far</source>
        <translation>{run}, bisher</translation>
    </message>
    <message>
        <source>{run}, epoch {epoch}</source>
        <translation>{run}, Epoche {epoch}</translation>
    </message>
    <message>
        <source>Trying “{name}”; training continues.</source>
        <translation>„{name}“ wird ausprobiert; das Training läuft weiter.</translation>
    </message>
    <message>
        <source>Back to the previous model</source>
        <translation>Zurück zum vorigen Modell</translation>
    </message>
    <message>
        <source>This run kept no epochs to look back at.</source>
        <translation>Dieser Lauf hat keine Epochen behalten, auf die man zurückblicken könnte.</translation>
    </message>
    <message>
        <source>Trying “{name}”; training is paused.</source>
        <translation>„{name}“ wird ausprobiert; das Training ist angehalten.</translation>
    </message>
    <message>
        <source>Trying “{name}”.</source>
        <translation>„{name}“ wird ausprobiert.</translation>
    </message>
</context>
<context>
    <name>UndoStrip</name>
    <message>
        <source>Un&amp;do</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Undo ({keys})</source>
        <translation>Rückgängig machen ({keys})</translation>
    </message>
    <message>
        <source>Removed “{name}”. Its files are deleted when you close this window.</source>
        <translation>„{name}“ wurde entfernt. Die Dateien werden gelöscht, wenn Sie dieses Fenster schließen.</translation>
    </message>
    <message numerus="yes">
        <source>%n more can be restored.</source>
        <translation>
            <numerusform>%n weiteres lässt sich wiederherstellen.</numerusform>
            <numerusform>%n weitere lassen sich wiederherstellen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore “{name}”</source>
        <translation>„{name}“ wiederherstellen</translation>
    </message>
</context>
<context>
    <name>UserActions</name>
    <message>
        <source>Translate files</source>
        <translation>Dateien übersetzen</translation>
    </message>
    <message>
        <source>Texts ({kinds})</source>
        <translation>Texte ({kinds})</translation>
    </message>
    <message>
        <source>Save the translation</source>
        <translation>Übersetzung speichern</translation>
    </message>
    <message>
        <source>The translation could not be saved in {path}: {reason}.</source>
        <translation>Die Übersetzung konnte nicht in {path} gespeichert werden: {reason}.</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>On your text ({count} sentences set aside), the difference from “{model}” may be chance: {points} BLEU.</source>
        <translation>Bei Ihrem Text ({count} zurückgelegte Sätze) kann der Unterschied zu „{model}“ Zufall sein: {points} BLEU.</translation>
    </message>
    <message>
        <source>On your text ({count} sentences set aside), it is better than “{model}”: {points} BLEU.</source>
        <translation>Bei Ihrem Text ({count} zurückgelegte Sätze) ist es besser als „{model}“: {points} BLEU.</translation>
    </message>
    <message>
        <source>On your text ({count} sentences set aside), it is worse than “{model}”: {points} BLEU.</source>
        <translation>Bei Ihrem Text ({count} zurückgelegte Sätze) ist es schlechter als „{model}“: {points} BLEU.</translation>
    </message>
    <message>
        <source>On general text ({corpus}, {count}), what changed may be chance: {points} BLEU.</source>
        <translation>Bei allgemeinem Text ({corpus}, {count}) kann die Änderung Zufall sein: {points} BLEU.</translation>
    </message>
    <message>
        <source>On general text ({corpus}, {count}), it is better: {points} BLEU.</source>
        <translation>Bei allgemeinem Text ({corpus}, {count}) ist es besser: {points} BLEU.</translation>
    </message>
    <message>
        <source>On general text ({corpus}, {count}), it is worse: {points} BLEU.</source>
        <translation>Bei allgemeinem Text ({corpus}, {count}) ist es schlechter: {points} BLEU.</translation>
    </message>
    <message>
        <source>On {count} general sentences without references, its translations agree with those of “{model}” to chrF {chrf} of 100: that is how much changed, not how good they are.</source>
        <translation>Bei {count} allgemeinen Sätzen ohne Referenz stimmen seine Übersetzungen mit denen von „{model}“ zu chrF {chrf} von 100 überein: So viel hat sich geändert; wie gut sie sind, sagt das nicht.</translation>
    </message>
</context>
<context>
    <name>Wizard</name>
    <message>
        <source>Train a model</source>
        <translation>Modell trainieren</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>Frühere Läufe</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>WizardOpening</name>
    <message>
        <source>Train a model</source>
        <translation>Modell trainieren</translation>
    </message>
    <message>
        <source>Training needs the full edition of Translucent</source>
        <translation>Zum Trainieren ist die vollständige Ausgabe von Translucent nötig</translation>
    </message>
    <message>
        <source>This is the small edition, which translates but has no PyTorch. To train or improve models, install the full edition. It uses the same models, settings and history.</source>
        <translation>Dies ist die kleine Ausgabe, die übersetzt, aber kein PyTorch enthält. Um Modelle zu trainieren oder zu verbessern, installieren Sie die vollständige Ausgabe. Modelle, Einstellungen und Verlauf bleiben dieselben.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Export the model</source>
        <translation>Modell exportieren</translation>
    </message>
    <message>
        <source>Translucent models (*.translucent)</source>
        <translation>Translucent-Modelle (*.translucent)</translation>
    </message>
</context>
</TS>
